DROP INDEX "demand_items_collection";--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "minted_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "demand_items_unsold" ON "demand_items" USING btree ("issuer","taxon") WHERE "demand_items"."state" in ('draft', 'for_sale');