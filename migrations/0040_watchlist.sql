CREATE TABLE "watches" (
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"price" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "watches_account_kind_subject_pk" PRIMARY KEY("account","kind","subject")
);
--> statement-breakpoint
CREATE INDEX "watches_subject" ON "watches" USING btree ("kind","subject");