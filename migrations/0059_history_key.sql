DROP INDEX "history_nft";--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_nft_id_txid_type_offer_id_pk";--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_nft_id_ledger_index_position_type_offer_id_pk" PRIMARY KEY("nft_id","ledger_index","position","type","offer_id");