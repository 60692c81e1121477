DROP TABLE "name_stem_words" CASCADE;--> statement-breakpoint
DROP TABLE "name_stems" CASCADE;--> statement-breakpoint
DROP TABLE "collection_sets" CASCADE;--> statement-breakpoint
DROP TABLE "work_sets" CASCADE;--> statement-breakpoint
DROP INDEX "collections_large";--> statement-breakpoint
DROP INDEX "name_words_deletions";--> statement-breakpoint
DROP INDEX "nfts_collection_price";--> statement-breakpoint
DROP INDEX "nfts_collection_sale";--> statement-breakpoint
DROP INDEX "nfts_collection_listed";--> statement-breakpoint
DROP INDEX "nfts_collection_rarity";--> statement-breakpoint
DROP INDEX "nfts_name_stem";--> statement-breakpoint
DROP INDEX "collections_floor";--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "search_name" text GENERATED ALWAYS AS (search_text(name)) STORED;--> statement-breakpoint
CREATE INDEX "collections_name_nearest" ON "collections" USING gist ("search_name" gist_trgm_ops(siglen=64));--> statement-breakpoint
CREATE INDEX "collections_floor_down" ON "collections" USING btree (coalesce("floor_drops", -1),"id");--> statement-breakpoint
CREATE INDEX "profiles_name_nearest" ON "profiles" USING gist (search_text("name") gist_trgm_ops(siglen=64));--> statement-breakpoint
CREATE INDEX "nfts_filters" ON "nfts" USING btree ("issuer","taxon","sequence","id","owner","flags","price_drops","listed_ledger","rarity_rank","search_name") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_price_inc" ON "nfts" USING btree ("issuer","taxon",coalesce("price_drops", 999999999999999999),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_price_dec" ON "nfts" USING btree ("issuer","taxon",coalesce("price_drops", -1),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_listed_inc" ON "nfts" USING btree ("issuer","taxon",coalesce("listed_ledger", 999999999999999999),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_listed_dec" ON "nfts" USING btree ("issuer","taxon",coalesce("listed_ledger", -1),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_rarity_inc" ON "nfts" USING btree ("issuer","taxon",coalesce("rarity_rank", -1),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_rarity_dec" ON "nfts" USING btree ("issuer","taxon",coalesce("rarity_rank", 999999999999999999),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_name_beginning" ON "nfts" USING btree ("search_name" text_pattern_ops) WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_name_words" ON "nfts" USING gin (to_tsvector('simple', regexp_replace("search_name", '[^[:alnum:]]+', ' ', 'g'))) WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "collections_floor" ON "collections" USING btree (coalesce("floor_drops", 999999999999999999),"id");--> statement-breakpoint
-- The words of whole names, as search compares them now.
TRUNCATE "name_words";--> statement-breakpoint
INSERT INTO "name_words" SELECT DISTINCT word FROM "nfts", regexp_split_to_table("search_name", '[^[:alnum:]]+') word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]+$';--> statement-breakpoint
DROP FUNCTION similar_words(text, integer), similar_collections(text, integer), similar_profiles(text, integer);--> statement-breakpoint
DROP FUNCTION word_keys(text[]), word_deletions(text), words_of_name(text), name_words_of(text), name_stem(text), name_number(text);--> statement-breakpoint
DROP FUNCTION work_set(integer[], integer), work_places(bit varying);
