-- Drizzle has no form for extensions, functions and extended statistics: these are written by hand, here and at the end.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- What search compares: lower case, no accents. unaccent() is only STABLE because its dictionary could change; ours does
-- not, so an index may be built on it (PostgreSQL manual, "unaccent").
CREATE FUNCTION search_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
--> statement-breakpoint
-- A text in a pattern of LIKE.
CREATE FUNCTION like_part(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_') $$;
--> statement-breakpoint
CREATE TABLE "account_funds" (
	"account" text PRIMARY KEY NOT NULL,
	"balance_drops" numeric(20,0) NOT NULL,
	"owner_count" integer NOT NULL,
	"state_ledger" bigint NOT NULL,
	"state_position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"wallet" text DEFAULT 'xaman' NOT NULL,
	"user_token" text,
	"signed_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"account" text PRIMARY KEY NOT NULL,
	"push_token" text,
	"push_token_at" timestamp with time zone,
	"no_batch_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "collections" (
	"id" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (search_text(name)) STORED,
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
	"added_at" timestamp with time zone,
	"stats_due" boolean DEFAULT true NOT NULL,
	"stats_at" timestamp with time zone,
	"rarity_due" boolean DEFAULT false NOT NULL,
	"stats_marks" integer DEFAULT 0 NOT NULL,
	"rarity_marks" integer DEFAULT 0 NOT NULL,
	"items_count" integer DEFAULT 0 NOT NULL,
	"minted_count" integer DEFAULT 0 NOT NULL,
	"owners_count" integer DEFAULT 0 NOT NULL,
	"listed_count" integer DEFAULT 0 NOT NULL,
	"floor_drops" numeric(20,0),
	"volume_day_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"volume_day_before_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"volume_week_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"volume_week_before_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"volume_all_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"sales_count" integer DEFAULT 0 NOT NULL,
	"marked_day_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"marked_week_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"marked_all_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"marked_sales" integer DEFAULT 0 NOT NULL,
	"best_offer_drops" numeric(20,0),
	"best_offer_nft" text,
	"last_sale_drops" numeric(20,0),
	"last_sale_nft" text,
	"last_sale_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mints" (
	"account" text NOT NULL,
	"row_key" text NOT NULL,
	"sign_request_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mints_account_row_key_pk" PRIMARY KEY("account","row_key")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"use" text,
	"bytes" bigint NOT NULL,
	"store_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"cid" text,
	"is_new" boolean DEFAULT false NOT NULL,
	"message" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_bytes" bigint DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"kept_until" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "event_clock" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_readers" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
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
CREATE TABLE "account_funders" (
	"account" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"funder" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_days" (
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"day" date NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"volume_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"marked_sales" integer DEFAULT 0 NOT NULL,
	"marked_drops" numeric(20,0) DEFAULT 0 NOT NULL,
	"floor_drops" numeric(20,0),
	"floor_at" timestamp with time zone,
	CONSTRAINT "collection_days_issuer_taxon_day_pk" PRIMARY KEY("issuer","taxon","day")
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
	"closed_at" timestamp with time zone NOT NULL,
	"began_at" timestamp with time zone
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
CREATE TABLE "presigned_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sign_request_id" uuid NOT NULL,
	"account" text NOT NULL,
	"sequence" bigint NOT NULL,
	"lending" uuid NOT NULL,
	"tickets" bigint[] NOT NULL,
	"sales" jsonb NOT NULL,
	"digest" text NOT NULL,
	"batch" jsonb NOT NULL,
	"hashes" text[] NOT NULL,
	"last_ledger" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"freed_at" timestamp with time zone,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "quotas" (
	"name" text PRIMARY KEY NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"uses" jsonb NOT NULL
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
	"price" jsonb NOT NULL,
	"fee" jsonb NOT NULL,
	"paid" jsonb NOT NULL,
	"leftover_offer_id" text,
	"sign_request_id" uuid,
	"state" text NOT NULL,
	"txid" text,
	"ledger_index" bigint,
	"result" text,
	"code" text,
	"message" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"leftover_cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uuid" text,
	"wallet" text DEFAULT 'xaman' NOT NULL,
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
	"unreachable_at" timestamp with time zone,
	"txid" text,
	"blob" text,
	"last_ledger" bigint,
	"dispatched_result" text,
	"result" text,
	"ledger_index" bigint,
	"batch_txid" text,
	"inner" jsonb,
	"code" text,
	"message" jsonb,
	"signed_at" timestamp with time zone,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "treasury_state" (
	"account" text PRIMARY KEY NOT NULL,
	"ledger_index" bigint NOT NULL,
	"room_objects" integer NOT NULL,
	"tickets" integer NOT NULL,
	"wanted_tickets" integer NOT NULL,
	"missing_drops" numeric(20,0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batch_payments" (
	"txid" text PRIMARY KEY NOT NULL,
	"parent_batch_id" text NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"destination" text NOT NULL,
	"amount" jsonb NOT NULL
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
	"parent_batch_id" text,
	"marks" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "history_nft_id_ledger_index_position_type_offer_id_pk" PRIMARY KEY("nft_id","ledger_index","position","type","offer_id")
);
--> statement-breakpoint
CREATE TABLE "job_failures" (
	"name" text PRIMARY KEY NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"error" text NOT NULL,
	"latest_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "syncs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"thorough" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"position" jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"unseen" integer DEFAULT 0 NOT NULL,
	"mended" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"network_id" bigint,
	"amendment_blocked" boolean DEFAULT false NOT NULL,
	"upgrade_due" boolean DEFAULT false NOT NULL,
	"ledger_age" bigint,
	"ledger_index" bigint,
	"version" text,
	"amendments" jsonb,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_settings" (
	"account" text PRIMARY KEY NOT NULL,
	"known" boolean DEFAULT false NOT NULL,
	"global_freeze" boolean DEFAULT false NOT NULL,
	"require_auth" boolean DEFAULT false NOT NULL,
	"transfer_rate" bigint DEFAULT 1000000000 NOT NULL,
	"refuses_offers" boolean DEFAULT false NOT NULL,
	"state_ledger" bigint DEFAULT 0 NOT NULL,
	"state_position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trust_lines" (
	"account" text NOT NULL,
	"issuer" text NOT NULL,
	"currency" text NOT NULL,
	"known" boolean DEFAULT false NOT NULL,
	"present" boolean DEFAULT false NOT NULL,
	"balance" numeric DEFAULT '0' NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	"deep_frozen" boolean DEFAULT false NOT NULL,
	"authorised" boolean DEFAULT false NOT NULL,
	"state_ledger" bigint DEFAULT 0 NOT NULL,
	"state_position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "trust_lines_account_issuer_currency_pk" PRIMARY KEY("account","issuer","currency")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_cancellations" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"collection_id" text,
	"seller" text,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
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
CREATE TABLE "notification_settings" (
	"account" text PRIMARY KEY NOT NULL,
	"off" text[] NOT NULL,
	"silent" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"nft_id" text,
	"collection_id" text,
	"other" text,
	"amount" jsonb,
	"previous_amount" jsonb,
	"ends_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint" text NOT NULL,
	"account" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"session_id" uuid NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_outbox" (
	"device_id" uuid NOT NULL,
	"notification_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"message_id" uuid,
	CONSTRAINT "push_outbox_device_id_notification_id_pk" PRIMARY KEY("device_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "auctions" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"nft_id" text NOT NULL,
	"seller" text NOT NULL,
	"start_amount" jsonb NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"problem" text,
	"funded" boolean DEFAULT true NOT NULL
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
	"burned_at" timestamp with time zone,
	"draw_epoch" integer
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
	"draw_number" integer,
	"price_drops" numeric(20,0),
	"state" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"offer_id" text,
	"sign_request_id" uuid NOT NULL,
	"part_id" uuid,
	"unpaid" boolean DEFAULT false NOT NULL,
	"message" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pin_requests" (
	"account" text NOT NULL,
	"cid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pin_requests_account_cid_pk" PRIMARY KEY("account","cid")
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"cid" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"after" text[] DEFAULT '{}' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone,
	"pinned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "xrp_prices" (
	"quote" text PRIMARY KEY NOT NULL,
	"price" numeric NOT NULL,
	"source" text NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"follower" text NOT NULL,
	"followee" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_followee_follower_pk" PRIMARY KEY("followee","follower")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"account" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"skeleton" text,
	"description" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"links" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"avatar_cid" text NOT NULL,
	"background_cid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_rows" (
	"statement_id" uuid NOT NULL,
	"ledger_index" bigint NOT NULL,
	"position" integer NOT NULL,
	"txid" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"nft_id" text,
	"counterparty" text,
	"amount" jsonb,
	"marketplace_fee_drops" numeric(20,0),
	"royalty_drops" numeric(20,0),
	"network_fee_drops" numeric(20,0) NOT NULL,
	"before_drops" numeric(20,0) NOT NULL,
	"after_drops" numeric(20,0) NOT NULL,
	CONSTRAINT "statement_rows_statement_id_ledger_index_position_pk" PRIMARY KEY("statement_id","ledger_index","position")
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"year" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" jsonb,
	"to_ledger" bigint,
	"known_to" bigint,
	"cursor" bigint,
	"read" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "xrp_price_days" (
	"quote" text NOT NULL,
	"day" date NOT NULL,
	"price" numeric NOT NULL,
	CONSTRAINT "xrp_price_days_quote_day_pk" PRIMARY KEY("quote","day")
);
--> statement-breakpoint
CREATE TABLE "storage_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"files" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_total" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "swaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proposer" text NOT NULL,
	"partner" text NOT NULL,
	"gives" text[] NOT NULL,
	"gets" text[] NOT NULL,
	"drops" numeric(20,0) NOT NULL,
	"payer" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"batch" jsonb,
	"agreed_until" timestamp with time zone,
	"handed_out_at" timestamp with time zone,
	"batches" text[] DEFAULT '{}' NOT NULL,
	"txid" text,
	"message" jsonb,
	"ended_at" timestamp with time zone,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "name_words" (
	"word" text PRIMARY KEY NOT NULL
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
	"search_name" text GENERATED ALWAYS AS (search_text(name)) STORED,
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
CREATE TABLE "bidder_bans" (
	"account" text NOT NULL,
	"auction_id" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "bidder_bans_account_auction_id_pk" PRIMARY KEY("account","auction_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"sign_request_id" uuid NOT NULL,
	"status" integer,
	"reply" jsonb,
	"taken_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_account_operation_key_pk" PRIMARY KEY("account","operation","key")
);
--> statement-breakpoint
CREATE TABLE "trait_counts" (
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"trait" text NOT NULL,
	"value" text NOT NULL,
	"tokens" integer NOT NULL,
	"items" integer NOT NULL,
	CONSTRAINT "trait_counts_issuer_taxon_trait_value_pk" PRIMARY KEY("issuer","taxon","trait","value")
);
--> statement-breakpoint
CREATE TABLE "index_notes" (
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"times" bigint NOT NULL,
	"first_ledger" bigint NOT NULL,
	"latest_ledger" bigint NOT NULL,
	"latest_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "index_notes_kind_detail_pk" PRIMARY KEY("kind","detail")
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"price" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "watches_account_kind_subject_pk" PRIMARY KEY("account","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"error" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_event" UNIQUE("webhook_id","position")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"url" text NOT NULL,
	"scope" text NOT NULL,
	"kinds" text[] NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"off_reason" text,
	"since" bigint NOT NULL,
	"failing_since" timestamp with time zone,
	"is_slow" boolean DEFAULT false NOT NULL,
	"paused_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_address" UNIQUE("account","url")
);
--> statement-breakpoint
ALTER TABLE "push_outbox" ADD CONSTRAINT "push_outbox_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_outbox" ADD CONSTRAINT "push_outbox_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_rows" ADD CONSTRAINT "statement_rows_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account","opened_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "promo_attempts_since" ON "promo_attempts" USING btree ("since");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_issuer_taxon" ON "collections" USING btree ("issuer","taxon");--> statement-breakpoint
CREATE INDEX "collections_stats_due" ON "collections" USING btree ("stats_at") WHERE "collections"."stats_due";--> statement-breakpoint
CREATE INDEX "collections_name_beginning" ON "collections" USING btree ("search_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "collections_name_search" ON "collections" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "collections_name_nearest" ON "collections" USING gist ("search_name" gist_trgm_ops(siglen=64));--> statement-breakpoint
CREATE INDEX "collections_floor" ON "collections" USING btree (coalesce("floor_drops", 999999999999999999),"id");--> statement-breakpoint
CREATE INDEX "collections_floor_down" ON "collections" USING btree (coalesce("floor_drops", -1),"id");--> statement-breakpoint
CREATE INDEX "collections_issuer" ON "collections" USING btree ("issuer");--> statement-breakpoint
CREATE INDEX "collections_rarity_due" ON "collections" USING btree ("id") WHERE "collections"."rarity_due";--> statement-breakpoint
CREATE INDEX "collections_volume_week" ON "collections" USING btree ("volume_week_drops","id");--> statement-breakpoint
CREATE INDEX "collections_volume_day" ON "collections" USING btree ("volume_day_drops","id");--> statement-breakpoint
CREATE INDEX "collections_volume_week_marked" ON "collections" USING btree (("volume_week_drops" + "marked_week_drops"),"id");--> statement-breakpoint
CREATE INDEX "collections_volume_day_marked" ON "collections" USING btree (("volume_day_drops" + "marked_day_drops"),"id");--> statement-breakpoint
CREATE INDEX "collections_verified" ON "collections" USING btree ("id") WHERE "collections"."verified";--> statement-breakpoint
CREATE INDEX "collections_unannounced" ON "collections" USING btree ("created_at" DESC NULLS LAST,"id") WHERE not "collections"."announced";--> statement-breakpoint
CREATE INDEX "collections_featured" ON "collections" USING btree ("featured_at" DESC NULLS LAST) WHERE "collections"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("kept_until") WHERE "uploads"."used_at" is null;--> statement-breakpoint
CREATE INDEX "uploads_cid" ON "uploads" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account") WHERE "api_keys"."ended_at" is null;--> statement-breakpoint
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
CREATE INDEX "events_work" ON "events" USING btree ("nft_id","position") WHERE "events"."nft_id" is not null;--> statement-breakpoint
CREATE INDEX "events_collection" ON "events" USING btree ("issuer","taxon","position") WHERE "events"."issuer" is not null;--> statement-breakpoint
CREATE INDEX "events_artist" ON "events" USING btree ("issuer","position") WHERE "events"."issuer" is not null;--> statement-breakpoint
CREATE INDEX "events_seller" ON "events" USING btree ("seller","position") WHERE "events"."seller" is not null;--> statement-breakpoint
CREATE INDEX "events_buyer" ON "events" USING btree ("buyer","position") WHERE "events"."buyer" is not null;--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("account","position") WHERE "events"."account" is not null;--> statement-breakpoint
CREATE INDEX "events_auctions" ON "events" USING btree ("position") WHERE "events"."kind" in ('auction_begun', 'auction_ending', 'auction_settled', 'auction_cancelled');--> statement-breakpoint
CREATE INDEX "events_home" ON "events" USING btree ("position") WHERE "events"."home";--> statement-breakpoint
CREATE INDEX "events_ledger" ON "events" USING btree ("ledger_index","position") WHERE "events"."ledger_index" is not null;--> statement-breakpoint
CREATE INDEX "account_funders_waiting" ON "account_funders" USING btree ("due_at") WHERE "account_funders"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "account_funders_funder" ON "account_funders" USING btree ("funder") WHERE "account_funders"."funder" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_submissions_hash" ON "ledger_submissions" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_submissions_once" ON "ledger_submissions" USING btree ("purpose") WHERE "ledger_submissions"."state" <> 'lost';--> statement-breakpoint
CREATE INDEX "ledger_submissions_purpose" ON "ledger_submissions" USING btree ("purpose","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_submissions_open" ON "ledger_submissions" USING btree ("created_at") WHERE "ledger_submissions"."state" in ('prepared', 'submitted');--> statement-breakpoint
CREATE INDEX "ledger_tickets_free" ON "ledger_tickets" USING btree ("ticket") WHERE "ledger_tickets"."submission_id" is null;--> statement-breakpoint
CREATE INDEX "presigned_parts_lent" ON "presigned_parts" USING btree ("account") WHERE "presigned_parts"."state" = 'lent';--> statement-breakpoint
CREATE INDEX "presigned_parts_hashes" ON "presigned_parts" USING gin ("hashes") WHERE "presigned_parts"."state" <> 'used';--> statement-breakpoint
CREATE INDEX "presigned_parts_unsettled" ON "presigned_parts" USING btree ("created_at") WHERE "presigned_parts"."state" = 'used' and "presigned_parts"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "presigned_parts_account" ON "presigned_parts" USING btree ("account") WHERE "presigned_parts"."state" = 'used';--> statement-breakpoint
CREATE INDEX "presigned_parts_used" ON "presigned_parts" USING gin ("tickets") WHERE "presigned_parts"."state" = 'used';--> statement-breakpoint
CREATE UNIQUE INDEX "sales_buy_offer" ON "sales" USING btree ("buy_offer_id") WHERE "sales"."state" <> 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "sales_pair" ON "sales" USING btree ("sell_offer_id","buy_offer_id");--> statement-breakpoint
CREATE INDEX "sales_matching_nft" ON "sales" USING btree ("nft_id") WHERE "sales"."state" = 'matching';--> statement-breakpoint
CREATE UNIQUE INDEX "sales_sign_request" ON "sales" USING btree ("sign_request_id","nft_id");--> statement-breakpoint
CREATE INDEX "sales_buyer" ON "sales" USING btree ("buyer") WHERE "sales"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "sales_seller" ON "sales" USING btree ("seller") WHERE "sales"."state" = 'completed';--> statement-breakpoint
CREATE UNIQUE INDEX "sales_auction_match" ON "sales" USING btree ("sell_offer_id") WHERE "sales"."kind" = 'auction' and "sales"."state" = 'matching';--> statement-breakpoint
CREATE INDEX "sales_leftovers" ON "sales" USING btree ("created_at") WHERE "sales"."state" = 'failed' and "sales"."leftover_cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "sales_matching" ON "sales" USING btree ("created_at") WHERE "sales"."state" = 'matching';--> statement-breakpoint
CREATE UNIQUE INDEX "sign_requests_uuid" ON "sign_requests" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "sign_requests_open" ON "sign_requests" USING btree ("created_at") WHERE "sign_requests"."state" in ('created', 'signed', 'drawing');--> statement-breakpoint
CREATE INDEX "sign_requests_account" ON "sign_requests" USING btree ("account","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sign_requests_sell_purpose" ON "sign_requests" USING btree ("account") WHERE "sign_requests"."purpose" in ('accept_bid', 'run_auction');--> statement-breakpoint
CREATE INDEX "batch_payments_batch" ON "batch_payments" USING btree ("parent_batch_id","position");--> statement-breakpoint
CREATE INDEX "history_collection_types" ON "history" USING btree ("issuer","taxon","type","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "history_moves" ON "history" USING btree ("nft_id","ledger_index","position") WHERE "history"."type" in ('sale', 'transfer');--> statement-breakpoint
CREATE INDEX "history_pair" ON "history" USING btree ("seller","buyer","closed_at") WHERE "history"."type" = 'sale' and "history"."amount_drops" is not null;--> statement-breakpoint
CREATE INDEX "history_seller" ON "history" USING btree ("seller","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST) WHERE "history"."type" in ('sale', 'transfer');--> statement-breakpoint
CREATE INDEX "history_buyer" ON "history" USING btree ("buyer","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST) WHERE "history"."type" in ('sale', 'transfer');--> statement-breakpoint
CREATE INDEX "history_nft_sales" ON "history" USING btree ("nft_id","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST) WHERE "history"."type" = 'sale';--> statement-breakpoint
CREATE INDEX "history_minted" ON "history" USING btree ("buyer") WHERE "history"."type" = 'mint';--> statement-breakpoint
CREATE INDEX "history_burned" ON "history" USING btree ("seller") WHERE "history"."type" = 'burn';--> statement-breakpoint
CREATE INDEX "history_collection_sales" ON "history" USING btree ("issuer","taxon","closed_at") WHERE "history"."type" = 'sale';--> statement-breakpoint
CREATE INDEX "history_sales_closed" ON "history" USING btree ("closed_at") WHERE "history"."type" = 'sale';--> statement-breakpoint
CREATE UNIQUE INDEX "syncs_open" ON "syncs" USING btree ("kind","subject") WHERE "syncs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "syncs_due" ON "syncs" USING btree ("due_at") WHERE "syncs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "syncs_subject" ON "syncs" USING btree ("kind","subject","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "account_settings_unknown" ON "account_settings" USING btree ("account") WHERE not "account_settings"."known";--> statement-breakpoint
CREATE INDEX "trust_lines_unknown" ON "trust_lines" USING btree ("account") WHERE not "trust_lines"."known";--> statement-breakpoint
CREATE INDEX "audit_log_place" ON "audit_log" USING btree ("place","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "offer_cancellations_open" ON "offer_cancellations" USING btree ("created_at") WHERE "offer_cancellations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "offer_cancellations_seller" ON "offer_cancellations" USING btree ("seller","created_at") WHERE "offer_cancellations"."seller" is not null;--> statement-breakpoint
CREATE INDEX "offer_cancellations_untold" ON "offer_cancellations" USING btree ("created_at") WHERE "offer_cancellations"."seller" is not null and "offer_cancellations"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("account","key");--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account");--> statement-breakpoint
CREATE INDEX "push_devices_session" ON "push_devices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_outbox_due" ON "push_outbox" USING btree ("due_at") WHERE "push_outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "push_outbox_expires" ON "push_outbox" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "push_outbox_notification" ON "push_outbox" USING btree ("notification_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auctions_one_running" ON "auctions" USING btree ("nft_id") WHERE "auctions"."state" = 'running';--> statement-breakpoint
CREATE INDEX "auctions_running_token" ON "auctions" USING btree (substr("nft_id", 9, 40)) WHERE "auctions"."state" = 'running';--> statement-breakpoint
CREATE INDEX "auctions_running" ON "auctions" USING btree ("ends_at","nft_id") WHERE "auctions"."state" = 'running';--> statement-breakpoint
CREATE INDEX "offers_open_issued" ON "offers" USING btree (("amount"->>'issuer'),("amount"->>'currency')) WHERE "offers"."state" = 'open' and "offers"."amount_drops" is null;--> statement-breakpoint
CREATE INDEX "offers_open_issued_token" ON "offers" USING btree (substr("nft_id", 9, 40)) WHERE "offers"."state" = 'open' and "offers"."is_sell" and "offers"."amount_drops" is null;--> statement-breakpoint
CREATE INDEX "offers_open_bids" ON "offers" USING btree (substr("nft_id", 9, 40),"amount_drops" DESC NULLS LAST) WHERE "offers"."state" = 'open' and not "offers"."is_sell" and "offers"."problem" is null and "offers"."amount_drops" is not null;--> statement-breakpoint
CREATE INDEX "offers_open_expiration" ON "offers" USING btree ("expiration") WHERE "offers"."state" = 'open' and "offers"."expiration" is not null and "offers"."problem" is distinct from 'expired';--> statement-breakpoint
CREATE INDEX "offers_open_nft" ON "offers" USING btree ("nft_id","is_sell","amount_drops") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_open_owner" ON "offers" USING btree ("owner") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_ended" ON "offers" USING btree ("ended_ledger") WHERE "offers"."state" <> 'open';--> statement-breakpoint
CREATE INDEX "offers_ended_nft" ON "offers" USING btree ("nft_id","ended_ledger") WHERE "offers"."state" <> 'open';--> statement-breakpoint
CREATE INDEX "offers_open_dormant" ON "offers" USING btree ("destination") WHERE "offers"."state" = 'open' and "offers"."is_sell" and "offers"."problem" = 'seller_not_owner';--> statement-breakpoint
CREATE INDEX "offers_open_destination" ON "offers" USING btree ("destination") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "demand_items_for_sale" ON "demand_items" USING btree ("collection_id","id") WHERE "demand_items"."state" = 'for_sale';--> statement-breakpoint
CREATE INDEX "demand_items_unsold" ON "demand_items" USING btree ("issuer","taxon") WHERE "demand_items"."state" in ('draft', 'for_sale');--> statement-breakpoint
CREATE INDEX "demand_items_inventory" ON "demand_items" USING btree ("issuer") WHERE "demand_items"."token_id" is not null and "demand_items"."state" in ('draft', 'for_sale');--> statement-breakpoint
CREATE UNIQUE INDEX "demand_items_token" ON "demand_items" USING btree ("token_id") WHERE "demand_items"."token_id" is not null;--> statement-breakpoint
CREATE INDEX "demand_items_unrevealed" ON "demand_items" USING btree ("created_at") WHERE "demand_items"."state" = 'sold' and "demand_items"."hidden" and "demand_items"."published_at" is null;--> statement-breakpoint
CREATE INDEX "demand_items_to_burn" ON "demand_items" USING btree ("created_at") WHERE "demand_items"."state" = 'removed' and "demand_items"."token_id" is not null and "demand_items"."burned_at" is null;--> statement-breakpoint
CREATE INDEX "demand_items_undrawn" ON "demand_items" USING btree ("collection_id") WHERE "demand_items"."hidden" and "demand_items"."state" = 'for_sale' and "demand_items"."draw_epoch" is null;--> statement-breakpoint
CREATE INDEX "demand_items_withdrawn" ON "demand_items" USING btree ("collection_id") WHERE "demand_items"."state" = 'removed' and "demand_items"."draw_epoch" is not null;--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("due_at") WHERE "payouts"."state" = 'owed';--> statement-breakpoint
CREATE INDEX "payouts_artist" ON "payouts" USING btree ("artist","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payouts_collection" ON "payouts" USING btree ("collection_id") WHERE "payouts"."state" = 'owed';--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_item" ON "reservations" USING btree ("item_id") WHERE "reservations"."item_id" is not null and "reservations"."state" in ('reserved', 'offered', 'cancelling');--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_token" ON "reservations" USING btree ("nft_id") WHERE "reservations"."nft_id" is not null and "reservations"."state" in ('reserved', 'offered', 'cancelling');--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_buyer" ON "reservations" USING btree ("buyer","collection_id") WHERE "reservations"."state" in ('reserved', 'offered', 'cancelling');--> statement-breakpoint
CREATE INDEX "reservations_sign_request" ON "reservations" USING btree ("sign_request_id");--> statement-breakpoint
CREATE INDEX "reservations_part" ON "reservations" USING btree ("part_id") WHERE "reservations"."part_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_item_sold" ON "reservations" USING btree ("item_id") WHERE "reservations"."item_id" is not null and "reservations"."state" = 'sold';--> statement-breakpoint
CREATE INDEX "reservations_purchases" ON "reservations" USING btree ("collection_id","buyer","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reservations_unpaid" ON "reservations" USING btree ("buyer","created_at") WHERE "reservations"."unpaid";--> statement-breakpoint
CREATE INDEX "reservations_open" ON "reservations" USING btree ("created_at") WHERE "reservations"."state" in ('reserved', 'offered', 'cancelling');--> statement-breakpoint
CREATE INDEX "pin_requests_newest" ON "pin_requests" USING btree ("account","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pins_due" ON "pins" USING btree ("due_at") WHERE "pins"."state" in ('waiting', 'pinning');--> statement-breakpoint
CREATE INDEX "pins_failed" ON "pins" USING btree ("created_at") WHERE "pins"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "follows_follower" ON "follows" USING btree ("follower");--> statement-breakpoint
CREATE INDEX "profiles_name_search" ON "profiles" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_name_nearest" ON "profiles" USING gist (search_text("name") gist_trgm_ops(siglen=64));--> statement-breakpoint
CREATE INDEX "profiles_skeleton" ON "profiles" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "profiles_unfolded" ON "profiles" USING btree ("account") WHERE "profiles"."skeleton" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "statements_account_year" ON "statements" USING btree ("account","year");--> statement-breakpoint
CREATE INDEX "statements_due" ON "statements" USING btree ("due_at") WHERE "statements"."state" in ('waiting', 'reading');--> statement-breakpoint
CREATE INDEX "swaps_proposer" ON "swaps" USING btree ("proposer","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "swaps_partner" ON "swaps" USING btree ("partner","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "swaps_checked" ON "swaps" USING btree ("checked_at") WHERE "swaps"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "swaps_expiring" ON "swaps" USING btree ("expires_at") WHERE "swaps"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "swaps_batches" ON "swaps" USING gin ("batches") WHERE "swaps"."state" <> 'completed';--> statement-breakpoint
CREATE INDEX "swaps_agreed" ON "swaps" USING btree ("checked_at") WHERE "swaps"."state" = 'agreed';--> statement-breakpoint
CREATE INDEX "name_words_search" ON "name_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "nft_traits_facets" ON "nft_traits" USING btree ("issuer","taxon","trait","value","nft_id");--> statement-breakpoint
CREATE INDEX "nfts_collection" ON "nfts" USING btree ("issuer","taxon","sequence");--> statement-breakpoint
CREATE INDEX "nfts_filters" ON "nfts" USING btree ("issuer","taxon","sequence","id","owner","flags","price_drops","listed_ledger","rarity_rank","search_name") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_price_inc" ON "nfts" USING btree ("issuer","taxon",coalesce("price_drops", 999999999999999999),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_price_dec" ON "nfts" USING btree ("issuer","taxon",coalesce("price_drops", -1),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_listed_inc" ON "nfts" USING btree ("issuer","taxon",coalesce("listed_ledger", 999999999999999999),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_listed_dec" ON "nfts" USING btree ("issuer","taxon",coalesce("listed_ledger", -1),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_rarity_inc" ON "nfts" USING btree ("issuer","taxon",coalesce("rarity_rank", -1),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_by_rarity_dec" ON "nfts" USING btree ("issuer","taxon",coalesce("rarity_rank", 999999999999999999),"sequence") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_just_listed" ON "nfts" USING btree ("listed_ledger" DESC NULLS LAST,"id") WHERE "nfts"."price_drops" is not null and not "nfts"."burned" and "nfts"."listed_ledger" is not null;--> statement-breakpoint
CREATE INDEX "nfts_owner_collection" ON "nfts" USING btree ("owner","issuer","taxon","id") WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_name_beginning" ON "nfts" USING btree ("search_name" text_pattern_ops) WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_name_words" ON "nfts" USING gin (to_tsvector('simple', regexp_replace("search_name", '[^[:alnum:]]+', ' ', 'g'))) WHERE not "nfts"."burned";--> statement-breakpoint
CREATE INDEX "nfts_featured" ON "nfts" USING btree ("featured_at" DESC NULLS LAST) WHERE "nfts"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX "nfts_metadata_issuers" ON "nfts" USING btree ("issuer","metadata_tries","metadata_due_at") WHERE "nfts"."metadata_state" = 'pending' and "nfts"."metadata_due_at" is not null;--> statement-breakpoint
CREATE INDEX "nfts_metadata_due" ON "nfts" USING btree ("metadata_due_at") WHERE "nfts"."metadata_state" = 'pending';--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "watches_subject" ON "watches" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("due_at") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_on" ON "webhooks" USING btree ("id") WHERE "webhooks"."state" = 'on';
--> statement-breakpoint
-- Issuer and taxon depend on each other: without these, the planner expects a few rows in a collection of 100,000.
CREATE STATISTICS nfts_kind (ndistinct, mcv) ON issuer, taxon FROM nfts;
--> statement-breakpoint
CREATE STATISTICS nft_traits_kind (ndistinct, mcv) ON issuer, taxon FROM nft_traits;
