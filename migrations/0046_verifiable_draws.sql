CREATE TABLE "draw_anchors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"root" text NOT NULL,
	"count" integer NOT NULL,
	"txid" text,
	"ledger_index" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draw_beacons" (
	"ledger_index" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"header" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draw_chains" (
	"collection_id" text PRIMARY KEY NOT NULL,
	"length" integer NOT NULL,
	"reached" integer NOT NULL,
	"sealed" text NOT NULL,
	"tip" text,
	"next_number" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draw_checkpoints" (
	"collection_id" text NOT NULL,
	"number" integer NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "draw_checkpoints_collection_id_number_pk" PRIMARY KEY("collection_id","number")
);
--> statement-breakpoint
CREATE TABLE "draw_epochs" (
	"collection_id" text NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"first_number" integer NOT NULL,
	"count" integer NOT NULL,
	"price_drops" numeric(20,0) NOT NULL,
	"root" text NOT NULL,
	"draw_key" text NOT NULL,
	"tip" text NOT NULL,
	"leaves" text NOT NULL,
	"sealed" text NOT NULL,
	"txid" text,
	"ledger_index" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draw_epochs_collection_id_number_pk" PRIMARY KEY("collection_id","number")
);
--> statement-breakpoint
CREATE TABLE "draw_withdrawals" (
	"collection_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"position" integer NOT NULL,
	"leaf" text NOT NULL,
	"path" jsonb NOT NULL,
	"anchor_id" uuid,
	"place" integer,
	"ledger_index" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draw_withdrawals_collection_id_epoch_position_pk" PRIMARY KEY("collection_id","epoch","position")
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"collection_id" text NOT NULL,
	"number" integer NOT NULL,
	"epoch" integer NOT NULL,
	"account" text NOT NULL,
	"ledger_index" bigint NOT NULL,
	"receipt" text,
	"reservation_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"anchor_id" uuid,
	"place" integer,
	"beacon_ledger" bigint,
	"seed" text,
	"position" integer,
	"hold_until" timestamp with time zone,
	"offer_txid" text,
	"sold_ledger" bigint,
	"sold_txid" text,
	"nft_id" text,
	"salt" text,
	"cid" text,
	"path" jsonb,
	"mint_txid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draws_collection_id_number_pk" PRIMARY KEY("collection_id","number")
);
--> statement-breakpoint
DROP INDEX "sign_requests_open";--> statement-breakpoint
ALTER TABLE "demand_items" ADD COLUMN "draw_epoch" integer;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "draw_number" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "draw_anchors_open" ON "draw_anchors" USING btree ("state") WHERE "draw_anchors"."state" = 'open';--> statement-breakpoint
CREATE INDEX "draw_anchors_ledger" ON "draw_anchors" USING btree ("ledger_index");--> statement-breakpoint
CREATE UNIQUE INDEX "draw_epochs_current" ON "draw_epochs" USING btree ("collection_id","price_drops") WHERE "draw_epochs"."state" in ('committing', 'open');--> statement-breakpoint
CREATE INDEX "draw_epochs_committing" ON "draw_epochs" USING btree ("created_at") WHERE "draw_epochs"."state" = 'committing';--> statement-breakpoint
CREATE INDEX "draw_withdrawals_anchor" ON "draw_withdrawals" USING btree ("anchor_id") WHERE "draw_withdrawals"."anchor_id" is not null;--> statement-breakpoint
CREATE INDEX "draw_withdrawals_waiting" ON "draw_withdrawals" USING btree ("created_at") WHERE "draw_withdrawals"."anchor_id" is null;--> statement-breakpoint
CREATE INDEX "draws_anchor" ON "draws" USING btree ("anchor_id") WHERE "draws"."anchor_id" is not null;--> statement-breakpoint
CREATE INDEX "draws_account" ON "draws" USING btree ("collection_id","epoch","account");--> statement-breakpoint
CREATE INDEX "draws_open" ON "draws" USING btree ("collection_id","number") WHERE "draws"."state" in ('waiting', 'anchored', 'held');--> statement-breakpoint
CREATE INDEX "draws_unpublished" ON "draws" USING btree ("collection_id","number") WHERE "draws"."state" = 'sold' and "draws"."salt" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "draws_reservation" ON "draws" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "demand_items_undrawn" ON "demand_items" USING btree ("collection_id") WHERE "demand_items"."hidden" and "demand_items"."state" = 'for_sale' and "demand_items"."draw_epoch" is null;--> statement-breakpoint
CREATE INDEX "demand_items_withdrawn" ON "demand_items" USING btree ("collection_id") WHERE "demand_items"."state" = 'removed' and "demand_items"."draw_epoch" is not null;--> statement-breakpoint
CREATE INDEX "sign_requests_open" ON "sign_requests" USING btree ("created_at") WHERE "sign_requests"."state" in ('created', 'signed', 'drawing');