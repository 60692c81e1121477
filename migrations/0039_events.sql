CREATE TABLE "event_clock" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"position" bigint PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ledger_index" bigint,
	"txid" text,
	"nft_id" text,
	"issuer" text,
	"taxon" bigint,
	"actor" text,
	"seller" text,
	"buyer" text,
	"account" text,
	"offer_id" text,
	"amount" jsonb,
	"previous_amount" jsonb,
	"ends_at" timestamp with time zone,
	"funded" boolean DEFAULT true NOT NULL,
	"home" boolean DEFAULT false NOT NULL,
	CONSTRAINT "events_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "funded" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "events_work" ON "events" USING btree ("nft_id","position") WHERE "events"."nft_id" is not null;--> statement-breakpoint
CREATE INDEX "events_collection" ON "events" USING btree ("issuer","taxon","position") WHERE "events"."issuer" is not null;--> statement-breakpoint
CREATE INDEX "events_artist" ON "events" USING btree ("issuer","position") WHERE "events"."issuer" is not null;--> statement-breakpoint
CREATE INDEX "events_seller" ON "events" USING btree ("seller","position") WHERE "events"."seller" is not null;--> statement-breakpoint
CREATE INDEX "events_buyer" ON "events" USING btree ("buyer","position") WHERE "events"."buyer" is not null;--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("account","position") WHERE "events"."account" is not null;--> statement-breakpoint
CREATE INDEX "events_home" ON "events" USING btree ("position") WHERE "events"."home";--> statement-breakpoint
CREATE INDEX "events_ledger" ON "events" USING btree ("ledger_index","position") WHERE "events"."ledger_index" is not null;--> statement-breakpoint
CREATE INDEX "offers_ended" ON "offers" USING btree ("ended_ledger") WHERE "offers"."state" <> 'open';