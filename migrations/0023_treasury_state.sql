CREATE TABLE "treasury_state" (
	"account" text PRIMARY KEY NOT NULL,
	"ledger_index" bigint NOT NULL,
	"room_objects" integer NOT NULL,
	"tickets" integer NOT NULL,
	"wanted_tickets" integer NOT NULL,
	"missing_drops" numeric(20,0) NOT NULL
);
