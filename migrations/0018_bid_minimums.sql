CREATE TABLE "bid_minimums" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"percent" integer NOT NULL,
	CONSTRAINT "bid_minimums_kind_subject_pk" PRIMARY KEY("kind","subject")
);
