-- As in 0058, with plans that read rows in the order of an index. A kept plan serves collections of any size, but the planner expects a
-- small one: to it, reading a whole collection and sorting it costs as little as reading one page in order. A statement that begins with
-- the comment below is planned without a sort wherever an index has the order. Before Postgres 18 a sort that is needed all the same
-- counts as very expensive, and such a plan would be compiled (JIT) and given to several processes, which takes longer than it runs. All
-- settings end with the call.
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
    IF (SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'kept\_%') >= 50 THEN
      FOR old IN SELECT name FROM pg_prepared_statements WHERE name LIKE 'kept\_%' LOOP
        EXECUTE 'DEALLOCATE ' || old;
      END LOOP;
    END IF;
    EXECUTE 'PREPARE ' || plan || ' AS ' || statement;
    RETURN QUERY EXECUTE run;
  END $$;
