import { type SQL, sql } from 'drizzle-orm'

/** True if all payees of a split have agreed to it, or there is no split. Nothing may be sold before that. */
export const isAgreed = (split: SQL) =>
  sql`not exists (select 1 from split_payees y where y.split_id = ${split} and y.agreed_at is null)`
