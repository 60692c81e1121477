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
CREATE INDEX "work_file_uses_src" ON "work_file_uses" USING btree ("src");--> statement-breakpoint
CREATE INDEX "work_files_due" ON "work_files" USING btree ("host","due_at") WHERE "work_files"."due_at" is not null;