CREATE TABLE "quotas" (
	"name" text PRIMARY KEY NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"uses" jsonb NOT NULL
);
