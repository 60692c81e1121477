CREATE TABLE "collection_days" (
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"day" date NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"volume_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"floor_drops" numeric(20,0),
	"floor_at" timestamp with time zone,
	CONSTRAINT "collection_days_issuer_taxon_day_pk" PRIMARY KEY("issuer","taxon","day")
);
--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "volume_all_drops" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "sales_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "best_offer_drops" numeric(20,0);--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "best_offer_nft" text;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "last_sale_drops" numeric(20,0);--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "last_sale_nft" text;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "last_sale_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger_cursor" ADD COLUMN "began_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "offers_open_bids" ON "offers" USING btree (substr("nft_id", 9, 40),"amount_drops" DESC NULLS LAST) WHERE "offers"."state" = 'open' and not "offers"."is_sell" and "offers"."problem" is null and "offers"."amount_drops" is not null;--> statement-breakpoint
INSERT INTO "collection_days" ("issuer", "taxon", "day", "sales", "volume_drops")
SELECT "issuer", "taxon", ("closed_at" at time zone 'UTC')::date, count(*)::int, sum("amount_drops") FROM "history"
WHERE "type" = 'sale' and "amount_drops" is not null GROUP BY 1, 2, 3;--> statement-breakpoint
UPDATE "ledger_cursor" SET "began_at" = (SELECT min("closed_at") FROM "history");--> statement-breakpoint
UPDATE "collections" SET "stats_due" = true;
