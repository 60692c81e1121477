CREATE TABLE "content_reports" (
	"nft_id" text NOT NULL,
	"account" text NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_reports_nft_id_account_pk" PRIMARY KEY("nft_id","account")
);
--> statement-breakpoint
CREATE TABLE "web_copies" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"issuer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_storage" (
	"issuer" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_file_uses" (
	"nft_id" text NOT NULL,
	"src" text NOT NULL,
	CONSTRAINT "work_file_uses_nft_id_src_pk" PRIMARY KEY("nft_id","src")
);
--> statement-breakpoint
CREATE TABLE "work_files" (
	"src" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"address" text NOT NULL,
	"host" text NOT NULL,
	"content" text,
	"issuer" text NOT NULL,
	"content_type" text,
	"bytes" bigint,
	"width" integer,
	"height" integer,
	"hash" text,
	"verified" boolean,
	"gateways_having" integer,
	"gateways_asked" integer,
	"gateways_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pins" ADD COLUMN "is_foreign" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "metadata_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "metadata_problem" jsonb;--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "adult" boolean;--> statement-breakpoint
CREATE INDEX "work_file_uses_src" ON "work_file_uses" USING btree ("src");--> statement-breakpoint
CREATE INDEX "work_files_due" ON "work_files" USING btree ("host","due_at") WHERE "work_files"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "work_files_next" ON "work_files" USING btree ("due_at") WHERE "work_files"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "history_modified" ON "history" USING btree ("nft_id","ledger_index" DESC NULLS LAST) WHERE "history"."type" = 'modify';--> statement-breakpoint
-- Metadata that was refused or lost its picture is read again, when somebody needs it or nothing else is due.
UPDATE "nfts" SET "metadata_state" = 'pending', "metadata_tries" = 0, "metadata_due_at" = NULL
WHERE NOT "burned" AND "uri" IS NOT NULL AND ("metadata_state" = 'failed'
  OR ("metadata_state" = 'ready' AND "metadata"->'image' = 'null'::jsonb AND "metadata"->'animation' = 'null'::jsonb));
