DROP INDEX "swaps_agreed";--> statement-breakpoint
CREATE INDEX "swaps_agreed" ON "swaps" USING btree ("checked_at") WHERE "swaps"."state" = 'agreed';