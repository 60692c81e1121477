import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Accounts that are temporarily banned from bidding, because their top bid was withdrawn, or unfunded when the auction
 * was settled.
 */
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

/** Requests with an Idempotency-Key and their results, stored for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    account: text().notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the body. */
    digest: text().notNull(),
    /** The id of the sign request that this call may create. */
    signRequestId: uuid('sign_request_id').notNull(),
    /** The reply, once known. For calls that request a signature, the reply is derived from their sign request. */
    status: integer(),
    reply: jsonb(),
    /** Time at which a worker started to process the request. If the worker crashed, another one may take over. */
    takenAt: at('taken_at').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.operation, table.key] }),
    // Finds rows older than a day to delete.
    index('idempotency_keys_created').on(table.createdAt),
  ],
)
