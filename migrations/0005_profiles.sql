CREATE TABLE "follows" (
	"follower" text NOT NULL,
	"followee" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_followee_follower_pk" PRIMARY KEY("followee","follower")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"account" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"links" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"avatar_cid" text NOT NULL,
	"background_cid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "follows_follower" ON "follows" USING btree ("follower");--> statement-breakpoint
CREATE INDEX "history_seller" ON "history" USING btree ("seller","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST) WHERE "history"."type" in ('sale', 'transfer');--> statement-breakpoint
CREATE INDEX "history_buyer" ON "history" USING btree ("buyer","ledger_index" DESC NULLS LAST,"position" DESC NULLS LAST) WHERE "history"."type" in ('sale', 'transfer');