DROP INDEX "collections_volume_week";--> statement-breakpoint
DROP INDEX "collections_volume_day";--> statement-breakpoint
CREATE INDEX "collections_verified" ON "collections" USING btree ("id") WHERE "collections"."verified";--> statement-breakpoint
CREATE INDEX "collections_volume_week" ON "collections" USING btree ("volume_week_drops","id");--> statement-breakpoint
CREATE INDEX "collections_volume_day" ON "collections" USING btree ("volume_day_drops","id");