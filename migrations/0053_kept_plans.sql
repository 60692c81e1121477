-- Runs a read whose plan the connection keeps. Statements reach the database without a name, so that each call would plan them again, which
-- takes longer than most of them run. `statement` is always one of the marketplace's own texts; what visitors give is in `given`.
CREATE OR REPLACE FUNCTION kept_plan(statement text, given text[]) RETURNS SETOF record
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    plan text := 'kept_' || md5(statement);
    run text := 'EXECUTE ' || plan || coalesce((SELECT '(' || string_agg(quote_nullable(value), ',' ORDER BY place) || ')'
      FROM unnest(given) WITH ORDINALITY g(value, place)), '');
    old text;
  BEGIN
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
