CREATE TABLE "bid_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bid_id" uuid NOT NULL,
	"bidder" text NOT NULL,
	"seller" text NOT NULL,
	"nft_ids" text[] NOT NULL,
	"uris" text[] NOT NULL,
	"price_drops" numeric(20,0) NOT NULL,
	"seller_sequence" bigint NOT NULL,
	"state" text NOT NULL,
	"batch" jsonb NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"handed_out_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"txid" text,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	"end_told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bid_tickets" (
	"account" text NOT NULL,
	"ticket" bigint NOT NULL,
	"bid_id" uuid NOT NULL,
	"sale_id" uuid,
	CONSTRAINT "bid_tickets_account_ticket_pk" PRIMARY KEY("account","ticket")
);
--> statement-breakpoint
CREATE TABLE "standing_bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bidder" text NOT NULL,
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"traits" text[] NOT NULL,
	"max_rank" integer,
	"price_drops" numeric(20,0) NOT NULL,
	"works" integer NOT NULL,
	"bought" integer DEFAULT 0 NOT NULL,
	"terms_hash" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"txid" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "bid_sales_one_waiting" ON "bid_sales" USING btree ("seller") WHERE "bid_sales"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "bid_sales_digest" ON "bid_sales" USING btree ("digest") WHERE "bid_sales"."state" <> 'completed';--> statement-breakpoint
CREATE INDEX "bid_sales_bid" ON "bid_sales" USING btree ("bid_id");--> statement-breakpoint
CREATE INDEX "bid_sales_seller" ON "bid_sales" USING btree ("seller","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bid_sales_bidder" ON "bid_sales" USING btree ("bidder","ended_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bid_sales_works" ON "bid_sales" USING gin ("nft_ids") WHERE "bid_sales"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "bid_sales_checked" ON "bid_sales" USING btree ("checked_at") WHERE "bid_sales"."state" in ('signing', 'waiting');--> statement-breakpoint
CREATE INDEX "bid_tickets_bid" ON "bid_tickets" USING btree ("bid_id","ticket");--> statement-breakpoint
CREATE INDEX "bid_tickets_sale" ON "bid_tickets" USING btree ("sale_id") WHERE "bid_tickets"."sale_id" is not null;--> statement-breakpoint
CREATE INDEX "standing_bids_best" ON "standing_bids" USING btree ("issuer","taxon","price_drops" DESC NULLS LAST,"opened_at") WHERE "standing_bids"."state" = 'open' and "standing_bids"."problem" is null;--> statement-breakpoint
CREATE INDEX "standing_bids_bidder" ON "standing_bids" USING btree ("bidder","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "standing_bids_expiring" ON "standing_bids" USING btree ("expires_at") WHERE "standing_bids"."state" in ('signing', 'open');--> statement-breakpoint
CREATE INDEX "standing_bids_paused" ON "standing_bids" USING btree ("bidder") WHERE "standing_bids"."state" = 'open' and "standing_bids"."problem" = 'paused';