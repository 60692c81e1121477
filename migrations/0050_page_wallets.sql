ALTER TABLE "sessions" ADD COLUMN "wallet" text DEFAULT 'xaman' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_token" text;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "wallet" text DEFAULT 'xaman' NOT NULL;