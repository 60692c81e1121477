-- The words of a name as search compares it.
CREATE OR REPLACE FUNCTION name_words_of(stem text) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT DISTINCT word FROM regexp_split_to_table(stem, '[^[:alnum:]]+') word WHERE length(word) BETWEEN 3 AND 40 ORDER BY word $$;
--> statement-breakpoint
CREATE TABLE "name_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "name_words_search" ON "name_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
INSERT INTO "name_words" SELECT DISTINCT name_words_of("stem") FROM "name_stems";
