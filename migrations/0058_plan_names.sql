-- As in 0053, 0.05 ms faster a call: names of plans by a faster hash than MD5, and values put together without a query.
CREATE OR REPLACE FUNCTION kept_plan(statement text, given text[]) RETURNS SETOF record
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
  AS $$
  DECLARE
    plan text := 'kept_' || to_hex(hashtextextended(statement, 0));
    run text := 'EXECUTE ' || plan;
    separator text := '(';
    value text;
    old text;
  BEGIN
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
