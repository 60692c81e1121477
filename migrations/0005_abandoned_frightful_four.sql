ALTER TABLE "nfts" ADD COLUMN "files_freed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "nfts_files_to_free" ON "nfts" USING btree ("id") WHERE "nfts"."burned" and not "nfts"."files_freed";--> statement-breakpoint
CREATE INDEX "work_files_hash" ON "work_files" USING btree ("hash") WHERE "work_files"."hash" is not null;