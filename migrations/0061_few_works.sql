-- The places of the works in a set.
CREATE FUNCTION work_places(works bit varying) RETURNS integer[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT coalesce(array_agg(place ORDER BY turn) FILTER (WHERE turn < gaps), '{}')
    FROM (SELECT (sum(length(gap) + 1) OVER (ORDER BY turn))::integer - 1 AS place, turn, count(*) OVER () AS gaps
      FROM string_to_table(works::text, '1') WITH ORDINALITY gap(gap, turn)) placed $$;
--> statement-breakpoint
-- The cron makes all sets of names anew, now with those of digits.
UPDATE "collection_sets" SET "trait_marks" = NULL;
--> statement-breakpoint
-- Takes moments where the index was made before (docs/operations.md, "Database").
DROP INDEX "nfts_name_search";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "nfts_collection_sale" ON "nfts" USING btree ("issuer","taxon","price_drops","id") WHERE not "nfts"."burned" and "nfts"."price_drops" is not null and "nfts"."owner" <> "nfts"."issuer";
