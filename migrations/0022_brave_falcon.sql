ALTER TABLE "collections" ADD COLUMN "stats_marks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "rarity_marks" integer DEFAULT 0 NOT NULL;