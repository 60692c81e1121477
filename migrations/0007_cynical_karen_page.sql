CREATE TABLE "edition_phases" (
	"edition_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"price_drops" numeric(20,0) NOT NULL,
	"lowest_drops" numeric(20,0),
	"step_drops" numeric(20,0),
	"step_seconds" integer,
	"per_account" integer NOT NULL,
	"audience" text NOT NULL,
	"holders_of" text,
	CONSTRAINT "edition_phases_edition_id_position_pk" PRIMARY KEY("edition_id","position")
);
--> statement-breakpoint
CREATE TABLE "editions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collection_id" text NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"transfer_fee" integer NOT NULL,
	"flags" integer NOT NULL,
	"name" text NOT NULL,
	"token_json" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"prints" integer,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "demand_items" ADD COLUMN "edition_id" uuid;--> statement-breakpoint
ALTER TABLE "demand_items" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "edition_id" uuid;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "phase" integer;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "holder_nft" text;--> statement-breakpoint
CREATE INDEX "edition_phases_starts" ON "edition_phases" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "editions_collection" ON "editions" USING btree ("collection_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "demand_items_print" ON "demand_items" USING btree ("edition_id","number") WHERE "demand_items"."edition_id" is not null;--> statement-breakpoint
CREATE INDEX "demand_items_free_prints" ON "demand_items" USING btree ("edition_id","number") WHERE "demand_items"."edition_id" is not null and "demand_items"."state" = 'for_sale';--> statement-breakpoint
CREATE INDEX "demand_items_unpublished_prints" ON "demand_items" USING btree ("created_at") WHERE "demand_items"."state" = 'sold' and "demand_items"."edition_id" is not null and "demand_items"."published_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_holder" ON "reservations" USING btree ("edition_id","phase","holder_nft") WHERE "reservations"."holder_nft" is not null and "reservations"."state" in ('reserved', 'offered', 'cancelling', 'sold');--> statement-breakpoint
CREATE INDEX "reservations_edition" ON "reservations" USING btree ("edition_id","buyer") WHERE "reservations"."edition_id" is not null;