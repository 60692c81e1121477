ALTER TABLE "edition_payees" RENAME TO "split_payees";--> statement-breakpoint
ALTER TABLE "split_payees" RENAME COLUMN "edition_id" TO "split_id";--> statement-breakpoint
ALTER TABLE "split_payees" DROP CONSTRAINT "edition_payees_edition_id_position_pk";--> statement-breakpoint
ALTER TABLE "split_payees" ADD CONSTRAINT "split_payees_split_id_position_pk" PRIMARY KEY("split_id","position");--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "split_id" uuid;--> statement-breakpoint
UPDATE "reservations" SET "split_id" = "edition_id" WHERE "edition_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reservations_split" ON "reservations" USING btree ("split_id") WHERE "reservations"."split_id" is not null;