ALTER TABLE "offer_cancellations" ALTER COLUMN "collection_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_cancellations" ADD COLUMN "seller" text;--> statement-breakpoint
ALTER TABLE "offer_cancellations" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "offer_cancellations_seller" ON "offer_cancellations" USING btree ("seller","created_at") WHERE "offer_cancellations"."seller" is not null;--> statement-breakpoint
CREATE INDEX "offer_cancellations_untold" ON "offer_cancellations" USING btree ("created_at") WHERE "offer_cancellations"."seller" is not null and "offer_cancellations"."told_at" is null;--> statement-breakpoint
CREATE INDEX "offers_open_dormant" ON "offers" USING btree ("destination") WHERE "offers"."state" = 'open' and "offers"."is_sell" and "offers"."problem" = 'seller_not_owner';