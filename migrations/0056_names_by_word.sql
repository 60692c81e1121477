CREATE TABLE "name_stem_words" (
	"word" text NOT NULL,
	"stem" text NOT NULL,
	CONSTRAINT "name_stem_words_word_stem_pk" PRIMARY KEY("word","stem")
);
--> statement-breakpoint
INSERT INTO "name_stem_words" SELECT "word", "stem" FROM "name_stems", unnest("words") "word";
