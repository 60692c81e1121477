CREATE TABLE "trait_counts" (
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"trait" text NOT NULL,
	"value" text NOT NULL,
	"tokens" integer NOT NULL,
	"items" integer NOT NULL,
	CONSTRAINT "trait_counts_issuer_taxon_trait_value_pk" PRIMARY KEY("issuer","taxon","trait","value")
);
--> statement-breakpoint
-- Those that stand already are counted with the next working out of rarity.
UPDATE "collections" SET "rarity_due" = true;
