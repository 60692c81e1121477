CREATE TABLE "swaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proposer" text NOT NULL,
	"partner" text NOT NULL,
	"gives" text[] NOT NULL,
	"gets" text[] NOT NULL,
	"drops" numeric(20,0) NOT NULL,
	"payer" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"batch" jsonb,
	"agreed_until" timestamp with time zone,
	"handed_out_at" timestamp with time zone,
	"txid" text,
	"message" text,
	"ended_at" timestamp with time zone,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "swaps_proposer" ON "swaps" USING btree ("proposer","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "swaps_partner" ON "swaps" USING btree ("partner","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "swaps_checked" ON "swaps" USING btree ("checked_at") WHERE "swaps"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "swaps_expiring" ON "swaps" USING btree ("expires_at") WHERE "swaps"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "swaps_agreed" ON "swaps" USING btree ("agreed_until") WHERE "swaps"."state" = 'agreed';