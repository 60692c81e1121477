import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/**
 * Trust lines that the health of an offer depends on: of bidders, sellers and royalty receivers. A row is created when an offer
 * first needs it, is read from the ledger once (`known`), and is then kept up to date by the follower.
 */
export const trustLines = pgTable(
  'trust_lines',
  {
    account: text().notNull(),
    issuer: text().notNull(),
    currency: text().notNull(),
    known: boolean().notNull().default(false),
    /** Whether the line exists. */
    present: boolean().notNull().default(false),
    /** The account's balance; negative when it owes. */
    balance: numeric().notNull().default('0'),
    /** Frozen by the issuer. */
    frozen: boolean().notNull().default(false),
    /** Deep frozen: can neither send nor receive; set by either side. */
    deepFrozen: boolean('deep_frozen').notNull().default(false),
    /** The issuer has authorized the line; matters only where the issuer requires it. */
    authorised: boolean().notNull().default(false),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull().default(0),
    statePosition: integer('state_position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.issuer, table.currency] }),
    // The job that reads unknown lines.
    index('trust_lines_unknown').on(table.account).where(sql`not ${table.known}`),
  ],
)

/** Issuers of the currencies of offers, with the settings that decide who can pay. */
export const currencyIssuers = pgTable(
  'currency_issuers',
  {
    account: text().primaryKey(),
    known: boolean().notNull().default(false),
    globalFreeze: boolean('global_freeze').notNull().default(false),
    requireAuth: boolean('require_auth').notNull().default(false),
    /** Billionths: 1,000,000,000 means no fee. */
    transferRate: bigint('transfer_rate', { mode: 'number' }).notNull().default(1_000_000_000),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull().default(0),
    statePosition: integer('state_position').notNull().default(0),
  },
  // The job that reads unknown issuers.
  (table) => [index('currency_issuers_unknown').on(table.account).where(sql`not ${table.known}`)],
)
