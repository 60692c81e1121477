ALTER TABLE "currency_issuers" RENAME TO "account_settings";--> statement-breakpoint
DROP INDEX "currency_issuers_unknown";--> statement-breakpoint
ALTER TABLE "account_settings" ADD COLUMN "refuses_offers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "account_settings_unknown" ON "account_settings" USING btree ("account") WHERE not "account_settings"."known";--> statement-breakpoint
-- The cron reads these accounts from the ledger, and judges the offers that depend on them again.
UPDATE "account_settings" SET "known" = false;--> statement-breakpoint
INSERT INTO "account_settings" ("account")
SELECT DISTINCT "owner" FROM "offers"
WHERE "state" = 'open' AND "is_sell" AND "destination" IN (SELECT "account" FROM "treasury_state")
ON CONFLICT DO NOTHING;
