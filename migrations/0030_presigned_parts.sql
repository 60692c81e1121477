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
	"stake_drops" numeric(20,0) NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "sales_sign_request";--> statement-breakpoint
DROP INDEX "reservations_sign_request";--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "no_batch_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "batch_txid" text;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "inner" jsonb;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "part_id" uuid;--> statement-breakpoint
CREATE INDEX "presigned_parts_lent" ON "presigned_parts" USING btree ("account") WHERE "presigned_parts"."state" = 'lent';--> statement-breakpoint
CREATE INDEX "presigned_parts_unsettled" ON "presigned_parts" USING btree ("created_at") WHERE "presigned_parts"."state" = 'used' and "presigned_parts"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "presigned_parts_account" ON "presigned_parts" USING btree ("account") WHERE "presigned_parts"."state" = 'used';--> statement-breakpoint
CREATE INDEX "presigned_parts_used" ON "presigned_parts" USING gin ("tickets") WHERE "presigned_parts"."state" = 'used';--> statement-breakpoint
CREATE INDEX "sales_buyer" ON "sales" USING btree ("buyer") WHERE "sales"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "sales_seller" ON "sales" USING btree ("seller") WHERE "sales"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "reservations_part" ON "reservations" USING btree ("part_id") WHERE "reservations"."part_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_sign_request" ON "sales" USING btree ("sign_request_id","nft_id");--> statement-breakpoint
CREATE INDEX "reservations_sign_request" ON "reservations" USING btree ("sign_request_id");