CREATE TABLE "account_funds" (
	"account" text PRIMARY KEY NOT NULL,
	"balance_drops" numeric(20,0) NOT NULL,
	"owner_count" integer NOT NULL,
	"state_ledger" bigint NOT NULL,
	"state_position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"account" text PRIMARY KEY NOT NULL,
	"push_token" text,
	"push_token_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_cursor" (
	"name" text PRIMARY KEY NOT NULL,
	"ledger_index" bigint NOT NULL,
	"ledger_hash" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"kind" text NOT NULL,
	"counterparty" text,
	"tx" jsonb NOT NULL,
	"blob" text NOT NULL,
	"hash" text NOT NULL,
	"ticket" bigint,
	"last_ledger" bigint NOT NULL,
	"state" text NOT NULL,
	"preliminary" text,
	"result" text,
	"ledger_index" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"final_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_tickets" (
	"ticket" bigint PRIMARY KEY NOT NULL,
	"submission_id" uuid
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"nft_id" text NOT NULL,
	"sell_offer_id" text NOT NULL,
	"buy_offer_id" text NOT NULL,
	"seller" text NOT NULL,
	"buyer" text NOT NULL,
	"price_drops" numeric(20,0) NOT NULL,
	"fee_drops" numeric(20,0) NOT NULL,
	"leftover_offer_id" text,
	"sign_request_id" uuid,
	"state" text NOT NULL,
	"txid" text,
	"ledger_index" bigint,
	"result" text,
	"code" text,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"leftover_cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uuid" text,
	"account" text,
	"purpose" text NOT NULL,
	"txjson" jsonb NOT NULL,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"deep_link" text,
	"qr_png" text,
	"websocket" text,
	"pushed" boolean DEFAULT false NOT NULL,
	"opened" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"txid" text,
	"blob" text,
	"last_ledger" bigint,
	"dispatched_result" text,
	"result" text,
	"ledger_index" bigint,
	"code" text,
	"message" text,
	"signed_at" timestamp with time zone,
	"handed_out_at" timestamp with time zone,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auctions" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"nft_id" text NOT NULL,
	"seller" text NOT NULL,
	"start_drops" numeric(20,0) NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"thumbnail_cid" text,
	"royalty_percent" text DEFAULT '0' NOT NULL,
	"links" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"featured_at" timestamp with time zone,
	"verified" boolean DEFAULT false NOT NULL,
	"random" boolean DEFAULT false NOT NULL,
	"on_demand_mint" boolean DEFAULT false NOT NULL,
	"mutable_nfts" boolean DEFAULT false NOT NULL,
	"announced" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stats_due" boolean DEFAULT true NOT NULL,
	"stats_at" timestamp with time zone,
	"rarity_due" boolean DEFAULT false NOT NULL,
	"items_count" integer DEFAULT 0 NOT NULL,
	"owners_count" integer DEFAULT 0 NOT NULL,
	"listed_count" integer DEFAULT 0 NOT NULL,
	"floor_drops" numeric(20,0),
	"volume_day_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"volume_day_before_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"volume_week_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"volume_week_before_drops" numeric(20,0) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history" (
	"nft_id" text NOT NULL,
	"txid" text NOT NULL,
	"type" text NOT NULL,
	"offer_id" text DEFAULT '' NOT NULL,
	"ledger_index" bigint NOT NULL,
	"position" integer NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"seller" text,
	"buyer" text,
	"amount" jsonb,
	"amount_drops" numeric(20,0),
	"broker_fee_drops" numeric(20,0),
	"royalty_drops" numeric(20,0),
	CONSTRAINT "history_nft_id_txid_type_offer_id_pk" PRIMARY KEY("nft_id","txid","type","offer_id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"cid" text PRIMARY KEY NOT NULL,
	"s3_key" text,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"color" text,
	"pinned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nft_traits" (
	"nft_id" text NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"trait" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "nft_traits_nft_id_trait_value_pk" PRIMARY KEY("nft_id","trait","value")
);
--> statement-breakpoint
CREATE TABLE "nfts" (
	"id" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"flags" integer NOT NULL,
	"transfer_fee" integer NOT NULL,
	"owner" text NOT NULL,
	"burned" boolean DEFAULT false NOT NULL,
	"uri" text,
	"state_ledger" bigint NOT NULL,
	"state_position" integer NOT NULL,
	"minted_at" timestamp with time zone,
	"name" text,
	"metadata" jsonb,
	"metadata_state" text NOT NULL,
	"metadata_tries" integer DEFAULT 0 NOT NULL,
	"metadata_due_at" timestamp with time zone,
	"featured_at" timestamp with time zone,
	"price_drops" numeric(20,0),
	"main_offer_id" text,
	"listed_ledger" bigint,
	"rarity_score" real,
	"rarity_rank" integer
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" text PRIMARY KEY NOT NULL,
	"nft_id" text NOT NULL,
	"owner" text NOT NULL,
	"is_sell" boolean NOT NULL,
	"amount" jsonb NOT NULL,
	"amount_drops" numeric(20,0),
	"destination" text,
	"expiration" bigint,
	"state" text NOT NULL,
	"created_ledger" bigint NOT NULL,
	"ended_ledger" bigint,
	"problem" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_submissions_hash" ON "ledger_submissions" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_submissions_once" ON "ledger_submissions" USING btree ("purpose") WHERE "ledger_submissions"."state" <> 'lost';--> statement-breakpoint
CREATE INDEX "ledger_submissions_purpose" ON "ledger_submissions" USING btree ("purpose","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_submissions_open" ON "ledger_submissions" USING btree ("created_at") WHERE "ledger_submissions"."state" in ('prepared', 'submitted');--> statement-breakpoint
CREATE INDEX "ledger_tickets_free" ON "ledger_tickets" USING btree ("ticket") WHERE "ledger_tickets"."submission_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_buy_offer" ON "sales" USING btree ("buy_offer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_sign_request" ON "sales" USING btree ("sign_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_auction_match" ON "sales" USING btree ("sell_offer_id") WHERE "sales"."kind" = 'auction' and "sales"."state" = 'matching';--> statement-breakpoint
CREATE INDEX "sales_leftovers" ON "sales" USING btree ("created_at") WHERE "sales"."state" = 'failed' and "sales"."leftover_cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "sales_matching" ON "sales" USING btree ("created_at") WHERE "sales"."state" = 'matching';--> statement-breakpoint
CREATE UNIQUE INDEX "sign_requests_uuid" ON "sign_requests" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "sign_requests_open" ON "sign_requests" USING btree ("created_at") WHERE "sign_requests"."state" in ('created', 'signed');--> statement-breakpoint
CREATE INDEX "sign_requests_account" ON "sign_requests" USING btree ("account","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "auctions_one_running" ON "auctions" USING btree ("nft_id") WHERE "auctions"."state" = 'running';--> statement-breakpoint
CREATE INDEX "auctions_running" ON "auctions" USING btree ("ends_at") WHERE "auctions"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "collections_issuer_taxon" ON "collections" USING btree ("issuer","taxon");--> statement-breakpoint
CREATE INDEX "collections_stats_due" ON "collections" USING btree ("stats_at") WHERE "collections"."stats_due";--> statement-breakpoint
CREATE INDEX "collections_name_search" ON "collections" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "collections_floor" ON "collections" USING btree ("floor_drops","id");--> statement-breakpoint
CREATE INDEX "collections_issuer" ON "collections" USING btree ("issuer");--> statement-breakpoint
CREATE INDEX "collections_rarity_due" ON "collections" USING btree ("id") WHERE "collections"."rarity_due";--> statement-breakpoint
CREATE INDEX "collections_volume_week" ON "collections" USING btree ("volume_week_drops" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "collections_volume_day" ON "collections" USING btree ("volume_day_drops" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "collections_featured" ON "collections" USING btree ("featured_at" DESC NULLS LAST) WHERE "collections"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX "history_nft" ON "history" USING btree ("nft_id","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "history_collection" ON "history" USING btree ("issuer","taxon","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "history_collection_sales" ON "history" USING btree ("issuer","taxon","closed_at") WHERE "history"."type" = 'sale';--> statement-breakpoint
CREATE INDEX "history_sales_closed" ON "history" USING btree ("closed_at") WHERE "history"."type" = 'sale';--> statement-breakpoint
CREATE INDEX "nft_traits_facets" ON "nft_traits" USING btree ("issuer","taxon","trait","value","nft_id");--> statement-breakpoint
CREATE INDEX "nfts_collection" ON "nfts" USING btree ("issuer","taxon","sequence");--> statement-breakpoint
CREATE INDEX "nfts_collection_price" ON "nfts" USING btree ("issuer","taxon","price_drops","id") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_collection_listed" ON "nfts" USING btree ("issuer","taxon","listed_ledger","id") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_collection_rarity" ON "nfts" USING btree ("issuer","taxon","rarity_rank","id") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_owner" ON "nfts" USING btree ("owner","id");--> statement-breakpoint
CREATE INDEX "nfts_name_search" ON "nfts" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "nfts_featured" ON "nfts" USING btree ("featured_at" DESC NULLS LAST) WHERE "nfts"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX "nfts_metadata_due" ON "nfts" USING btree ("metadata_due_at") WHERE "nfts"."metadata_state" = 'pending';--> statement-breakpoint
CREATE INDEX "offers_open_expiration" ON "offers" USING btree ("expiration") WHERE "offers"."state" = 'open' and "offers"."expiration" is not null and "offers"."problem" is distinct from 'expired';--> statement-breakpoint
CREATE INDEX "offers_open_nft" ON "offers" USING btree ("nft_id","is_sell","amount_drops") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_open_owner" ON "offers" USING btree ("owner") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_open_destination" ON "offers" USING btree ("destination") WHERE "offers"."state" = 'open';