CREATE TABLE "content_changes" (
	"nft_id" text PRIMARY KEY NOT NULL,
	"ledger_index" bigint NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
