-- The places of the works in a set.
CREATE FUNCTION work_places(works bit varying) RETURNS integer[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT coalesce(array_agg(place ORDER BY turn) FILTER (WHERE turn < gaps), '{}')
    FROM (SELECT (sum(length(gap) + 1) OVER (ORDER BY turn))::integer - 1 AS place, turn, count(*) OVER () AS gaps
      FROM string_to_table(works::text, '1') WITH ORDINALITY gap(gap, turn)) placed $$;
--> statement-breakpoint
ALTER TABLE "collection_sets" ADD COLUMN "last" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The cron makes all sets of names anew, now with those of digits.
UPDATE "collection_sets" SET "last" = "first" + "size" - 1, "trait_marks" = -1 WHERE "trait_marks" IS NOT NULL;
--> statement-breakpoint
-- Takes moments where the index was made before (docs/operations.md, "Database").
CREATE INDEX IF NOT EXISTS "nfts_collection_sale" ON "nfts" USING btree ("issuer","taxon","price_drops","id") WHERE not "nfts"."burned" and "nfts"."price_drops" is not null and "nfts"."owner" <> "nfts"."issuer";
--> statement-breakpoint
-- Last, because it locks out readers until the migration ends.
DROP INDEX "nfts_name_search";
