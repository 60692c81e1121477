-- Metadata that an older reader has refused is read again, when somebody needs it or nothing else is due.
UPDATE "nfts" SET "metadata_state" = 'pending', "metadata_tries" = 0, "metadata_due_at" = NULL
WHERE NOT "burned" AND "uri" IS NOT NULL AND "metadata_state" = 'failed';
