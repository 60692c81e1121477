CREATE TABLE "statement_rows" (
	"statement_id" uuid NOT NULL,
	"ledger_index" bigint NOT NULL,
	"position" integer NOT NULL,
	"txid" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"nft_id" text,
	"counterparty" text,
	"amount" jsonb,
	"marketplace_fee_drops" numeric(20,0),
	"royalty_drops" numeric(20,0),
	"network_fee_drops" numeric(20,0) NOT NULL,
	"before_drops" numeric(20,0) NOT NULL,
	"after_drops" numeric(20,0) NOT NULL,
	CONSTRAINT "statement_rows_statement_id_ledger_index_position_pk" PRIMARY KEY("statement_id","ledger_index","position")
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"year" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"to_ledger" bigint,
	"known_to" bigint,
	"cursor" bigint,
	"read" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "xrp_price_days" (
	"quote" text NOT NULL,
	"day" date NOT NULL,
	"price" numeric NOT NULL,
	CONSTRAINT "xrp_price_days_quote_day_pk" PRIMARY KEY("quote","day")
);
--> statement-breakpoint
ALTER TABLE "statement_rows" ADD CONSTRAINT "statement_rows_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "statements_account_year" ON "statements" USING btree ("account","year");--> statement-breakpoint
CREATE INDEX "statements_due" ON "statements" USING btree ("due_at") WHERE "statements"."state" in ('waiting', 'reading');