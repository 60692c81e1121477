import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  jsonb,
} from 'drizzle-orm/pg-core'
import type { StatementKind } from '#contract/schemas/statements.ts'
import { amountJson, at, drops } from './columns.ts'

/**
 * Yearly statements of accounts, read from the account's transactions on the ledger, newest first. Also a queue with
 * progress, so that another worker can continue a statement.
 */
export const statements = pgTable(
  'statements',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    year: integer().notNull(),
    state: text({ enum: ['waiting', 'reading', 'ready', 'refused'] })
      .notNull()
      .default('waiting'),
    /** Reason why the statement was refused or the last try failed. */
    reason: jsonb().$type<Sentence>(),
    /** The last ledger to be read; null until reading has begun. */
    toLedger: bigint('to_ledger', { mode: 'number' }),
    /** Everything up to this ledger is stored, because an earlier run ended there. */
    knownTo: bigint('known_to', { mode: 'number' }),
    /** Everything above this ledger was stored in the current run. */
    cursor: bigint({ mode: 'number' }),
    /** Number of transactions read, including those of later years. */
    read: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    askedAt: at('asked_at').notNull().defaultNow(),
    dueAt: at('due_at').notNull().defaultNow(),
    /** The worker that holds the job, and when the hold ends. */
    holder: uuid(),
    heldUntil: at('held_until'),
  },
  (table) => [
    uniqueIndex('statements_account_year').on(table.account, table.year),
    // Finds the statement that has been due longest.
    index('statements_due').on(table.dueAt).where(sql`${table.state} in ('waiting', 'reading')`),
  ],
)

export const statementRows = pgTable(
  'statement_rows',
  {
    statementId: uuid('statement_id')
      .notNull()
      .references(() => statements.id, { onDelete: 'cascade' }),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
    position: integer().notNull(),
    txid: text().notNull(),
    at: at('at').notNull(),
    kind: text().$type<StatementKind>().notNull(),
    nftId: text('nft_id'),
    counterparty: text(),
    amount: amountJson(),
    marketplaceFeeDrops: drops('marketplace_fee_drops'),
    royaltyDrops: drops('royalty_drops'),
    networkFeeDrops: drops('network_fee_drops').notNull(),
    beforeDrops: drops('before_drops').notNull(),
    afterDrops: drops('after_drops').notNull(),
  },
  (table) => [primaryKey({ columns: [table.statementId, table.ledgerIndex, table.position] })],
)

/** The last XRP price of the oracles on a day (UTC). */
export const xrpPriceDays = pgTable(
  'xrp_price_days',
  { quote: text().notNull(), day: date({ mode: 'string' }).notNull(), price: numeric().notNull() },
  (table) => [primaryKey({ columns: [table.quote, table.day] })],
)
