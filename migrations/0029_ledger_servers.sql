CREATE TABLE "ledger_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"network_id" bigint,
	"amendment_blocked" boolean DEFAULT false NOT NULL,
	"upgrade_due" boolean DEFAULT false NOT NULL,
	"ledger_age" bigint,
	"ledger_index" bigint,
	"version" text,
	"amendments" jsonb,
	"failures" integer DEFAULT 0 NOT NULL
);
