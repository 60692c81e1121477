CREATE TABLE "batch_payments" (
	"txid" text PRIMARY KEY NOT NULL,
	"parent_batch_id" text NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"destination" text NOT NULL,
	"amount" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_notes" (
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"times" bigint NOT NULL,
	"first_ledger" bigint NOT NULL,
	"latest_ledger" bigint NOT NULL,
	"latest_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "index_notes_kind_detail_pk" PRIMARY KEY("kind","detail")
);
--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "parent_batch_id" text;--> statement-breakpoint
CREATE INDEX "batch_payments_batch" ON "batch_payments" USING btree ("parent_batch_id","position");