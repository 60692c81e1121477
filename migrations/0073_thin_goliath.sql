ALTER TABLE "uploads" ALTER COLUMN "message" SET DATA TYPE jsonb USING to_jsonb("message");--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "message" SET DATA TYPE jsonb USING to_jsonb("message");--> statement-breakpoint
ALTER TABLE "sign_requests" ALTER COLUMN "message" SET DATA TYPE jsonb USING to_jsonb("message");--> statement-breakpoint
ALTER TABLE "syncs" ALTER COLUMN "error" SET DATA TYPE jsonb USING to_jsonb("error");--> statement-breakpoint
ALTER TABLE "reservations" ALTER COLUMN "message" SET DATA TYPE jsonb USING to_jsonb("message");--> statement-breakpoint
ALTER TABLE "statements" ALTER COLUMN "reason" SET DATA TYPE jsonb USING to_jsonb("reason");--> statement-breakpoint
ALTER TABLE "swaps" ALTER COLUMN "message" SET DATA TYPE jsonb USING to_jsonb("message");