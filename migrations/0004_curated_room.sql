CREATE TABLE "curated_room" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"artist" text NOT NULL,
	"text" text NOT NULL,
	"works" text[] NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "curated_room_is_one" CHECK ("curated_room"."id" = 1)
);
