ALTER TABLE "collections" ADD COLUMN "currency" jsonb;--> statement-breakpoint
ALTER TABLE "draw_epochs" ADD COLUMN "currency" jsonb;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "currency" jsonb;--> statement-breakpoint
ALTER TABLE "demand_items" ADD COLUMN "currency" jsonb;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "currency" jsonb;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "currency" jsonb;