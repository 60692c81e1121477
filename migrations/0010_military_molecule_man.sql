CREATE TABLE "edition_payees" (
	"edition_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"per_mille" integer NOT NULL,
	"agreed_at" timestamp with time zone,
	CONSTRAINT "edition_payees_edition_id_position_pk" PRIMARY KEY("edition_id","position")
);
--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "place" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_pkey";--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_reservation_id_place_pk" PRIMARY KEY("reservation_id","place");--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "creator" text;--> statement-breakpoint
CREATE INDEX "payouts_creator" ON "payouts" USING btree ("creator","created_at" DESC NULLS LAST) WHERE "payouts"."creator" is not null;