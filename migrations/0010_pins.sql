CREATE TABLE "pin_requests" (
	"account" text NOT NULL,
	"cid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pin_requests_account_cid_pk" PRIMARY KEY("account","cid")
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"cid" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"after" text[] DEFAULT '{}' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone,
	"pinned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "pin_requests_newest" ON "pin_requests" USING btree ("account","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pins_due" ON "pins" USING btree ("due_at") WHERE "pins"."state" in ('waiting', 'pinning');--> statement-breakpoint
CREATE INDEX "pins_failed" ON "pins" USING btree ("created_at") WHERE "pins"."state" = 'failed';