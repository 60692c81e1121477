CREATE TABLE "job_failures" (
	"name" text PRIMARY KEY NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"error" text NOT NULL,
	"latest_at" timestamp with time zone DEFAULT now() NOT NULL
);
