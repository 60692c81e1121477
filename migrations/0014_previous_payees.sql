-- The table's name until 0011, which the previous worker uses until this one is deployed. Drop it one deployment later.
CREATE VIEW "edition_payees" AS SELECT "split_id" AS "edition_id", "position", "account", "per_mille", "agreed_at" FROM "split_payees";
