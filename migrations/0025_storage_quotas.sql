CREATE TABLE "storage_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"files" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_total" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "uploads_account";--> statement-breakpoint
DROP INDEX "uploads_unused";--> statement-breakpoint
DROP INDEX "uploads_cid";--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "use" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "store_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "kept_until" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("kept_until") WHERE "uploads"."used_at" is null;--> statement-breakpoint
CREATE INDEX "uploads_cid" ON "uploads" USING btree ("cid");