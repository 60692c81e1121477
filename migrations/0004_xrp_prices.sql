CREATE TABLE "xrp_prices" (
	"quote" text PRIMARY KEY NOT NULL,
	"price" numeric NOT NULL,
	"source" text NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL
);
