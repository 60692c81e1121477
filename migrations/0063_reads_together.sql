-- As in 0061, in a third of the time: the text of a set is split at its members, whose places are the lengths of the gaps before them.
CREATE OR REPLACE FUNCTION work_places(works bit varying) RETURNS integer[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT coalesce(array_agg(place ORDER BY turn), '{}')
    FROM (SELECT (sum(octet_length(gap) + 1) OVER (ORDER BY turn ROWS UNBOUNDED PRECEDING))::integer - 1 AS place, turn
      FROM string_to_table(works::text, '1') WITH ORDINALITY gap(gap, turn)) placed
    -- After the last member there is a gap, too.
    WHERE place < length(works) $$;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "auctions_running_token" ON "auctions" USING btree (substr("nft_id", 9, 40)) WHERE "auctions"."state" = 'running';
--> statement-breakpoint
-- The cron makes the sets of names anew, now with those of letters.
UPDATE "collection_sets" SET "name_marks" = NULL;
--> statement-breakpoint
-- As in 0060. A plan takes 120 to 240 bytes for each character of its text, and those of reads that are sent together are long: a connection
-- keeps 200,000 characters, and forgets the oldest first.
CREATE OR REPLACE FUNCTION kept_plan(statement text, given text[]) RETURNS SETOF record
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_sort = on SET jit = off SET max_parallel_workers_per_gather = 0
  AS $$
  DECLARE
    plan text := 'kept_' || to_hex(hashtextextended(statement, 0));
    run text := 'EXECUTE ' || plan;
    separator text := '(';
    value text;
    old text;
  BEGIN
    IF starts_with(statement, '/* in order */') THEN PERFORM set_config('enable_sort', 'off', true); END IF;
    FOREACH value IN ARRAY given LOOP
      run := run || separator || quote_nullable(value);
      separator := ',';
    END LOOP;
    IF separator = ',' THEN run := run || ')'; END IF;
    BEGIN
      RETURN QUERY EXECUTE run;
      RETURN;
    EXCEPTION
      -- Without its plan, EXECUTE "does not return tuples".
      WHEN syntax_error OR invalid_sql_statement_name THEN NULL;
      -- A column that it returns has another type since.
      WHEN feature_not_supported THEN EXECUTE 'DEALLOCATE ' || plan;
    END;
    FOR old IN
      SELECT name FROM (
        SELECT name, sum(length(p.statement)) OVER (ORDER BY prepare_time DESC, name) AS kept
        FROM pg_prepared_statements p WHERE name LIKE 'kept\_%'
      ) newest WHERE kept + length(kept_plan.statement) > 200000
    LOOP
      EXECUTE 'DEALLOCATE ' || old;
    END LOOP;
    EXECUTE 'PREPARE ' || plan || ' AS ' || statement;
    RETURN QUERY EXECUTE run;
  END $$;
--> statement-breakpoint
-- Last, because it locks out readers until the migration ends.
DROP INDEX "auctions_running";
--> statement-breakpoint
CREATE INDEX "auctions_running" ON "auctions" USING btree ("ends_at","nft_id") WHERE "auctions"."state" = 'running';
