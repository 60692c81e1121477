CREATE TABLE "account_funders" (
	"account" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"funder" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_holders" (
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"groups" jsonb NOT NULL,
	"top" jsonb NOT NULL,
	CONSTRAINT "collection_holders_issuer_taxon_pk" PRIMARY KEY("issuer","taxon")
);
--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "marked_day_drops" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "marked_week_drops" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "marked_all_drops" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "marked_sales" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_days" ADD COLUMN "marked_sales" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_days" ADD COLUMN "marked_drops" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "account_funders_waiting" ON "account_funders" USING btree ("due_at") WHERE "account_funders"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "account_funders_funder" ON "account_funders" USING btree ("funder") WHERE "account_funders"."funder" is not null;--> statement-breakpoint
CREATE INDEX "history_moves" ON "history" USING btree ("nft_id","ledger_index","position") WHERE "history"."type" in ('sale', 'transfer');--> statement-breakpoint
CREATE INDEX "history_pair" ON "history" USING btree ("seller","buyer","closed_at") WHERE "history"."type" = 'sale' and "history"."amount_drops" is not null;--> statement-breakpoint
INSERT INTO "account_funders" ("account")
SELECT DISTINCT unnest(array["seller", "buyer"]) FROM "history" WHERE "type" = 'sale' and "seller" is not null and "buyer" is not null;--> statement-breakpoint
UPDATE "collections" SET "stats_due" = true;
