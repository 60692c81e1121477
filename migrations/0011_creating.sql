CREATE TABLE "mints" (
	"account" text NOT NULL,
	"row_key" text NOT NULL,
	"sign_request_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mints_account_row_key_pk" PRIMARY KEY("account","row_key")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"use" text NOT NULL,
	"bytes" bigint NOT NULL,
	"store_id" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"cid" text,
	"is_new" boolean DEFAULT false NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "uploads_account" ON "uploads" USING btree ("account","created_at");--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE "uploads"."used_at" is null;--> statement-breakpoint
CREATE INDEX "uploads_cid" ON "uploads" USING btree ("cid") WHERE "uploads"."used_at" is null;