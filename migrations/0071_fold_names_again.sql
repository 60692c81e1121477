-- The rule for names has changed: the cron compares them again.
UPDATE "profiles" SET "skeleton" = NULL;
