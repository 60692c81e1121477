ALTER TABLE "nfts" ADD COLUMN "metadata_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "metadata_problem" jsonb;--> statement-breakpoint
-- Metadata that was refused or lost its picture is read again, when somebody needs it or nothing else is due.
UPDATE "nfts" SET "metadata_state" = 'pending', "metadata_tries" = 0, "metadata_due_at" = NULL
WHERE NOT "burned" AND "uri" IS NOT NULL AND ("metadata_state" = 'failed'
  OR ("metadata_state" = 'ready' AND "metadata"->'image' = 'null'::jsonb AND "metadata"->'animation' = 'null'::jsonb));
