CREATE TABLE "syncs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"thorough" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"position" jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"mended" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "syncs_open" ON "syncs" USING btree ("kind","subject") WHERE "syncs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "syncs_due" ON "syncs" USING btree ("due_at") WHERE "syncs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "syncs_subject" ON "syncs" USING btree ("kind","subject","created_at" DESC NULLS LAST);