-- A name as search compares it: as search_text, without the number at its end ("Midnight Orchard #12", "Print 3/100", "Print (7)").
CREATE OR REPLACE FUNCTION name_stem(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT coalesce(nullif(regexp_replace(left(public.search_text(value), 200),
    '[\s#№.,:_(\[/-]*[0-9]{1,9}(\s*(/|of)\s*[0-9]{1,9})?[)\]]?\s*$', ''), ''), left(public.search_text(value), 200)) $$;
--> statement-breakpoint
-- That number; null for a name without one.
CREATE OR REPLACE FUNCTION name_number(value text) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT (regexp_match(left(public.search_text(value), 200), '([0-9]{1,9})(\s*(/|of)\s*[0-9]{1,9})?[)\]]?\s*$'))[1]::bigint $$;
--> statement-breakpoint
-- A text in a pattern of LIKE.
CREATE OR REPLACE FUNCTION like_part(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_') $$;
--> statement-breakpoint
CREATE TABLE "name_stems" (
	"stem" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "name_stems_search" ON "name_stems" USING gin ("stem" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "nfts_name_stem" ON "nfts" USING btree (name_stem("name"),name_number("name"),"id") WHERE not "nfts"."burned";--> statement-breakpoint
INSERT INTO "name_stems" SELECT DISTINCT name_stem("name") FROM "nfts" WHERE name_stem("name") <> '' ON CONFLICT DO NOTHING;
