-- The words of a name as an array, for an index that finds names with all of some words.
CREATE OR REPLACE FUNCTION words_of_name(stem text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT array(SELECT public.name_words_of(stem)) $$;
--> statement-breakpoint
DROP INDEX "name_stems_search";--> statement-breakpoint
DROP INDEX "collections_name_search";--> statement-breakpoint
DROP INDEX "nfts_name_stem";--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "search_name" text GENERATED ALWAYS AS (search_text(name)) STORED;--> statement-breakpoint
ALTER TABLE "name_stems" ADD COLUMN "words" text[] GENERATED ALWAYS AS (words_of_name(stem)) STORED;--> statement-breakpoint
CREATE INDEX "collections_name_beginning" ON "collections" USING btree ("search_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "name_stems_beginning" ON "name_stems" USING btree ("stem" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "name_stems_words" ON "name_stems" USING gin ("words");--> statement-breakpoint
CREATE INDEX "collections_name_search" ON "collections" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "nfts_name_stem" ON "nfts" USING btree (name_stem("name"),name_number("name"),"id","name") WHERE not "nfts"."burned";