CREATE TABLE "currency_issuers" (
	"account" text PRIMARY KEY NOT NULL,
	"known" boolean DEFAULT false NOT NULL,
	"global_freeze" boolean DEFAULT false NOT NULL,
	"require_auth" boolean DEFAULT false NOT NULL,
	"transfer_rate" bigint DEFAULT 1000000000 NOT NULL,
	"state_ledger" bigint DEFAULT 0 NOT NULL,
	"state_position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trust_lines" (
	"account" text NOT NULL,
	"issuer" text NOT NULL,
	"currency" text NOT NULL,
	"known" boolean DEFAULT false NOT NULL,
	"present" boolean DEFAULT false NOT NULL,
	"balance" numeric DEFAULT '0' NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	"deep_frozen" boolean DEFAULT false NOT NULL,
	"authorised" boolean DEFAULT false NOT NULL,
	"state_ledger" bigint DEFAULT 0 NOT NULL,
	"state_position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "trust_lines_account_issuer_currency_pk" PRIMARY KEY("account","issuer","currency")
);
--> statement-breakpoint
CREATE INDEX "currency_issuers_unknown" ON "currency_issuers" USING btree ("account") WHERE not "currency_issuers"."known";--> statement-breakpoint
CREATE INDEX "trust_lines_unknown" ON "trust_lines" USING btree ("account") WHERE not "trust_lines"."known";--> statement-breakpoint
CREATE INDEX "offers_open_issued" ON "offers" USING btree (("amount"->>'issuer'),("amount"->>'currency')) WHERE "offers"."state" = 'open' and "offers"."amount_drops" is null;