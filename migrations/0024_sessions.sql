CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account","opened_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");