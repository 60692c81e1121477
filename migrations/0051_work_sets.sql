-- A set of works as a bit string of `size` bits (a multiple of 32): bit n is set when n is among the places.
CREATE OR REPLACE FUNCTION work_set(places integer[], size integer) RETURNS bit varying
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT ('x' || coalesce(string_agg(repeat('0', 8 * (word - before - 1)) || lpad(to_hex(bits), 8, '0'), '' ORDER BY word), '')
      || repeat('0', 8 * (size / 32 - 1 - coalesce(max(word), -1))))::bit varying
    FROM (SELECT word, bits, lag(word, 1, -1) OVER (ORDER BY word) AS before
      FROM (SELECT place / 32 AS word, bit_or(1::bigint << (31 - place % 32)) AS bits FROM unnest(places) place GROUP BY 1) words) ordered $$;
--> statement-breakpoint
CREATE TABLE "collection_sets" (
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"first" bigint NOT NULL,
	"size" integer NOT NULL,
	"state_marks" integer NOT NULL,
	"trait_marks" integer,
	CONSTRAINT "collection_sets_issuer_taxon_pk" PRIMARY KEY("issuer","taxon")
);
--> statement-breakpoint
CREATE TABLE "work_sets" (
	"issuer" text NOT NULL,
	"taxon" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"value" text NOT NULL,
	"first" bigint NOT NULL,
	"size" integer NOT NULL,
	"works" bit varying NOT NULL,
	CONSTRAINT "work_sets_issuer_taxon_kind_name_value_pk" PRIMARY KEY("issuer","taxon","kind","name","value")
);
--> statement-breakpoint
CREATE INDEX "collections_large" ON "collections" USING btree ("minted_count") WHERE "collections"."minted_count" >= 2000;--> statement-breakpoint
-- Issuer and taxon depend on each other: without this, the planner expects a few rows in a collection of 100,000.
CREATE STATISTICS "nfts_kind" (ndistinct, mcv) ON "issuer", "taxon" FROM "nfts";--> statement-breakpoint
CREATE STATISTICS "nft_traits_kind" (ndistinct, mcv) ON "issuer", "taxon" FROM "nft_traits";
