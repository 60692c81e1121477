INSERT INTO "event_readers" ("name", "position") SELECT "name", "position" FROM "notification_cursor" ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP TABLE "notification_cursor";
