import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** The latest status report of each ledger server, refreshed by the cron. */
export const ledgerServers = pgTable('ledger_servers', {
  /** Digest of its address, which may contain a key. */
  id: text().primaryKey(),
  /** Host of its address, for the marketplace owner. */
  host: text().notNull(),
  checkedAt: at('checked_at').notNull(),
  /** When it last answered; null before the first answer. */
  answeredAt: at('answered_at'),
  networkId: bigint('network_id', { mode: 'number' }),
  amendmentBlocked: boolean('amendment_blocked').notNull().default(false),
  /** An amendment that it does not know has a majority. */
  upgradeDue: boolean('upgrade_due').notNull().default(false),
  /** Seconds, when it answered. */
  ledgerAge: bigint('ledger_age', { mode: 'number' }),
  ledgerIndex: bigint('ledger_index', { mode: 'number' }),
  version: text(),
  /** Ids of the amendments in force on its network; null while unknown. */
  amendments: jsonb().$type<string[]>(),
  /** Number of consecutive checks without an answer. */
  failures: integer().notNull().default(0),
})
