CREATE TABLE "collection_blacklist" (
	"collection_id" text NOT NULL,
	"account" text NOT NULL,
	CONSTRAINT "collection_blacklist_collection_id_account_pk" PRIMARY KEY("collection_id","account")
);
--> statement-breakpoint
CREATE TABLE "collection_rules" (
	"collection_id" text PRIMARY KEY NOT NULL,
	"whitelist_enabled" boolean DEFAULT false NOT NULL,
	"blacklist_enabled" boolean DEFAULT false NOT NULL,
	"promo_code_enabled" boolean DEFAULT false NOT NULL,
	"promo_code" text,
	"promo_digest" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_whitelist" (
	"collection_id" text NOT NULL,
	"account" text NOT NULL,
	"most" integer NOT NULL,
	CONSTRAINT "collection_whitelist_collection_id_account_pk" PRIMARY KEY("collection_id","account")
);
--> statement-breakpoint
CREATE TABLE "promo_attempts" (
	"collection_id" text NOT NULL,
	"subject" text NOT NULL,
	"attempts" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "promo_attempts_collection_id_subject_pk" PRIMARY KEY("collection_id","subject")
);
--> statement-breakpoint
CREATE TABLE "demand_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collection_id" text NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"transfer_fee" integer NOT NULL,
	"flags" integer NOT NULL,
	"name" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"document" text NOT NULL,
	"metadata_cid" text NOT NULL,
	"files" jsonb NOT NULL,
	"hidden" boolean NOT NULL,
	"price_drops" numeric(20,0),
	"state" text NOT NULL,
	"token_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"listed_at" timestamp with time zone,
	"sold_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"burned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_tags" (
	"account" text PRIMARY KEY NOT NULL,
	"tag" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"reservation_id" uuid PRIMARY KEY NOT NULL,
	"artist" text NOT NULL,
	"collection_id" text NOT NULL,
	"nft_id" text NOT NULL,
	"amount_drops" numeric(20,0) NOT NULL,
	"price_drops" numeric(20,0) NOT NULL,
	"fee_drops" numeric(20,0) NOT NULL,
	"royalty_drops" numeric(20,0) NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"result" text,
	"txid" text,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collection_id" text NOT NULL,
	"buyer" text NOT NULL,
	"item_id" uuid,
	"nft_id" text,
	"random" boolean NOT NULL,
	"price_drops" numeric(20,0),
	"state" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"offer_id" text,
	"sign_request_id" uuid NOT NULL,
	"unpaid" boolean DEFAULT false NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "promo_attempts_since" ON "promo_attempts" USING btree ("since");--> statement-breakpoint
CREATE INDEX "demand_items_for_sale" ON "demand_items" USING btree ("collection_id","id") WHERE "demand_items"."state" = 'for_sale';--> statement-breakpoint
CREATE INDEX "demand_items_collection" ON "demand_items" USING btree ("collection_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "demand_items_token" ON "demand_items" USING btree ("token_id") WHERE "demand_items"."token_id" is not null;--> statement-breakpoint
CREATE INDEX "demand_items_unpublished" ON "demand_items" USING btree ("created_at") WHERE "demand_items"."published_at" is null;--> statement-breakpoint
CREATE INDEX "demand_items_to_burn" ON "demand_items" USING btree ("created_at") WHERE "demand_items"."state" = 'removed' and "demand_items"."token_id" is not null and "demand_items"."burned_at" is null;--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("due_at") WHERE "payouts"."state" = 'owed';--> statement-breakpoint
CREATE INDEX "payouts_artist" ON "payouts" USING btree ("artist","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_collection" ON "payouts" USING btree ("collection_id") WHERE "payouts"."state" = 'owed';--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_item" ON "reservations" USING btree ("item_id") WHERE "reservations"."item_id" is not null and "reservations"."state" in ('reserved', 'offered', 'cancelling');--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_token" ON "reservations" USING btree ("nft_id") WHERE "reservations"."nft_id" is not null and "reservations"."state" in ('reserved', 'offered', 'cancelling');--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_buyer" ON "reservations" USING btree ("buyer","collection_id") WHERE "reservations"."state" in ('reserved', 'offered', 'cancelling');--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_sign_request" ON "reservations" USING btree ("sign_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_item_sold" ON "reservations" USING btree ("item_id") WHERE "reservations"."item_id" is not null and "reservations"."state" = 'sold';--> statement-breakpoint
CREATE INDEX "reservations_purchases" ON "reservations" USING btree ("collection_id","buyer","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reservations_unpaid" ON "reservations" USING btree ("buyer","created_at") WHERE "reservations"."unpaid";--> statement-breakpoint
CREATE INDEX "reservations_open" ON "reservations" USING btree ("created_at") WHERE "reservations"."state" in ('reserved', 'offered', 'cancelling');