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
DROP INDEX "sales_buy_offer";--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "price" jsonb;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "fee" jsonb;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "paid" jsonb;--> statement-breakpoint
UPDATE "sales" SET "price" = to_jsonb("price_drops"::text), "fee" = to_jsonb("fee_drops"::text), "paid" = to_jsonb(("price_drops" + "fee_drops")::text);--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "price" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "fee" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "paid" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_pair" ON "sales" USING btree ("sell_offer_id","buy_offer_id");--> statement-breakpoint
CREATE INDEX "sales_matching_nft" ON "sales" USING btree ("nft_id") WHERE "sales"."state" = 'matching';--> statement-breakpoint
CREATE INDEX "sign_requests_sell_purpose" ON "sign_requests" USING btree ("account") WHERE "sign_requests"."purpose" in ('accept_bid', 'run_auction');--> statement-breakpoint
CREATE UNIQUE INDEX "sales_buy_offer" ON "sales" USING btree ("buy_offer_id") WHERE "sales"."state" <> 'failed';--> statement-breakpoint
ALTER TABLE "sales" DROP COLUMN "price_drops";--> statement-breakpoint
ALTER TABLE "sales" DROP COLUMN "fee_drops";