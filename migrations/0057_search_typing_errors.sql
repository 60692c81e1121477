-- A word, and the word without each of its letters. Two words have one of these in common when a letter is missing, added, another one
-- or swapped with its neighbour.
CREATE OR REPLACE FUNCTION word_deletions(word text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT array_agg(DISTINCT left(word, place) || substr(word, place + 2)) FROM generate_series(0, length(word)) place $$;
--> statement-breakpoint
-- The keys of a name in name_stem_words: each of its words, and each two of the first twelve. The words are in order.
CREATE OR REPLACE FUNCTION word_keys(words text[]) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT unnest(words) UNION ALL SELECT a.word || ' ' || b.word
    FROM unnest(words[:12]) WITH ORDINALITY a(word, place), unnest(words[:12]) WITH ORDINALITY b(word, place) WHERE a.place < b.place $$;
--> statement-breakpoint
CREATE INDEX "name_words_deletions" ON "name_words" USING gin (word_deletions("word"));--> statement-breakpoint
INSERT INTO "name_stem_words" SELECT "key", "stem" FROM "name_stems", word_keys("words") "key" ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Names and words with a word that shares about half of its trigrams with the text, as one with a missing letter does. The operator can
-- use its index only through this setting. Functions, so that a search that needs none of them does not begin by setting it.
CREATE OR REPLACE FUNCTION similar_words(asked text, most integer) RETURNS TABLE (word text)
  LANGUAGE sql STABLE STRICT SET pg_trgm.word_similarity_threshold = '0.45'
  AS $$ SELECT w.word FROM name_words w WHERE asked <% w.word
    ORDER BY similarity(asked, w.word) DESC, abs(length(w.word) - length(asked)), w.word LIMIT most $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION similar_collections(asked text, most integer) RETURNS TABLE (id text, verified boolean, name text)
  LANGUAGE sql STABLE STRICT SET pg_trgm.word_similarity_threshold = '0.45'
  AS $$ SELECT c.id, c.verified, c.search_name FROM collections c WHERE c.announced AND asked <% c.search_name LIMIT most $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION similar_profiles(asked text, most integer) RETURNS TABLE (account text, name text)
  LANGUAGE sql STABLE STRICT SET pg_trgm.word_similarity_threshold = '0.45'
  AS $$ SELECT p.account, search_text(p.name) FROM profiles p WHERE asked <% search_text(p.name) LIMIT most $$;
