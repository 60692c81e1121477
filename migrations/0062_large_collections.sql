ALTER TABLE "collection_sets" ADD COLUMN "name_marks" integer;
--> statement-breakpoint
-- The cron makes the sets of names, and with those of states those of prices and owners. Sets of the kinds stem, digits and triples, which
-- the previous worker still reads, can be deleted by the next migration.
UPDATE "collection_sets" SET "state_marks" = -1;
--> statement-breakpoint
-- Take moments where the indexes were made before (docs/operations.md, "Database").
CREATE INDEX IF NOT EXISTS "nfts_owner_collection" ON "nfts" USING btree ("owner","issuer","taxon","id") WHERE not "nfts"."burned";
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "history_collection_types" ON "history" USING btree ("issuer","taxon","type","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST);
--> statement-breakpoint
-- Last, because they lock out readers until the migration ends.
DROP INDEX "nfts_owner";
--> statement-breakpoint
DROP INDEX "history_collection";
