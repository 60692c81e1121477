import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Accounts that may not bid for a while: their top bid was withdrawn or unfunded at the end of an auction. */
export const bidderBans = pgTable(
  'bidder_bans',
  {
    account: text().notNull(),
    /** The auction's sell offer. */
    auctionId: text('auction_id').notNull(),
    reason: text({ enum: ['withdrawn', 'unfunded'] }).notNull(),
    until: at('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.auctionId] })],
)

/** What was asked with an Idempotency-Key, and what it came to. Kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    account: text().notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the body. */
    digest: text().notNull(),
    /** The number that a sign request of this call has, should it make one. */
    signRequestId: uuid('sign_request_id').notNull(),
    /** The reply, once it is known; calls that ask for a signature are answered from their request. */
    status: integer(),
    reply: jsonb(),
    /** The worker that holds it; another may take over after this worker crashed. */
    takenAt: at('taken_at').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.operation, table.key] }),
    // The sweep of those that are a day old.
    index('idempotency_keys_created').on(table.createdAt),
  ],
)
