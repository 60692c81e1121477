ALTER TABLE "swaps" ADD COLUMN "batches" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "swaps_batches" ON "swaps" USING gin ("batches") WHERE "swaps"."state" <> 'completed';