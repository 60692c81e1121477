import { sql } from 'drizzle-orm'

/** The close time of the newest indexed ledger, or the wall clock if that is later (between two ledgers). */
export const ledgerTime = sql`greatest(now(), (select max(closed_at) from ledger_cursor))`

/** The close time of the newest indexed ledger, regardless of the wall clock. */
export const indexTime = sql`coalesce((select max(closed_at) from ledger_cursor), now())`
