import { sql } from 'drizzle-orm'

/** The close time of the newest ledger of the index, or the wall clock where that is later (between two ledgers). */
export const ledgerTime = sql`greatest(now(), (select max(closed_at) from ledger_cursor))`

/** The close time of the newest ledger of the index, whatever the wall clock says. */
export const indexTime = sql`coalesce((select max(closed_at) from ledger_cursor), now())`
