-- Takes moments where the index was made before (docs/operations.md, "Database").
CREATE UNIQUE INDEX IF NOT EXISTS "history_nft_id_ledger_index_position_type_offer_id_pk" ON "history" USING btree ("nft_id","ledger_index","position","type","offer_id");--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_nft_id_txid_type_offer_id_pk";--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_nft_id_ledger_index_position_type_offer_id_pk" PRIMARY KEY USING INDEX "history_nft_id_ledger_index_position_type_offer_id_pk";--> statement-breakpoint
DROP INDEX "history_nft";
