ALTER TABLE "auctions" ADD COLUMN "start_amount" jsonb;--> statement-breakpoint
UPDATE "auctions" SET "start_amount" = to_jsonb("start_drops"::text);--> statement-breakpoint
ALTER TABLE "auctions" ALTER COLUMN "start_amount" SET NOT NULL;
