ALTER TABLE "notifications" ADD COLUMN "more" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "merged_until" bigint DEFAULT 0 NOT NULL;