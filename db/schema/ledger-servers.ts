import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Latest status report of each ledger server, refreshed by the cron. */
export const ledgerServers = pgTable('ledger_servers', {
  /** Digest of the server's address, which may contain a key. */
  id: text().primaryKey(),
  /** Host of the server's address, shown to the marketplace owner. */
  host: text().notNull(),
  checkedAt: at('checked_at').notNull(),
  /** Time at which the server last answered; null if it has never answered. */
  answeredAt: at('answered_at'),
  networkId: bigint('network_id', { mode: 'number' }),
  amendmentBlocked: boolean('amendment_blocked').notNull().default(false),
  /** True if an amendment that the server does not support has a majority. */
  upgradeDue: boolean('upgrade_due').notNull().default(false),
  /** Age of the newest validated ledger in seconds at the time of the answer. */
  ledgerAge: bigint('ledger_age', { mode: 'number' }),
  ledgerIndex: bigint('ledger_index', { mode: 'number' }),
  version: text(),
  /** Ids of the active amendments on its network; null while unknown. */
  amendments: jsonb().$type<string[]>(),
  /** Number of consecutive checks without an answer. */
  failures: integer().notNull().default(0),
})
