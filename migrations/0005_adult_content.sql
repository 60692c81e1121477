CREATE TABLE "content_reports" (
	"nft_id" text NOT NULL,
	"account" text NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_reports_nft_id_account_pk" PRIMARY KEY("nft_id","account")
);
--> statement-breakpoint
ALTER TABLE "nfts" ADD COLUMN "adult" boolean;