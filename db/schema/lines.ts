import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/**
 * Trust lines on which the health of an offer rests: of bidders, sellers and royalty receivers. A row is made when an
 * offer first needs it, is asked from the ledger once (`known`), and is kept by the follower from then on.
 */
export const trustLines = pgTable(
  'trust_lines',
  {
    account: text().notNull(),
    issuer: text().notNull(),
    currency: text().notNull(),
    known: boolean().notNull().default(false),
    /** Whether the line is there. */
    present: boolean().notNull().default(false),
    /** What the account holds; negative when it owes. */
    balance: numeric().notNull().default('0'),
    /** Frozen by the issuer. */
    frozen: boolean().notNull().default(false),
    /** Frozen for sending and receiving, by either side. */
    deepFrozen: boolean('deep_frozen').notNull().default(false),
    /** The issuer lets the account hold its currency; matters only where the issuer asks for it. */
    authorised: boolean().notNull().default(false),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull().default(0),
    statePosition: integer('state_position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.issuer, table.currency] }),
    // The job that asks for lines not known yet.
    index('trust_lines_unknown').on(table.account).where(sql`not ${table.known}`),
  ],
)

/** Issuers of the currencies of offers, as far as they decide who can pay. */
export const currencyIssuers = pgTable(
  'currency_issuers',
  {
    account: text().primaryKey(),
    known: boolean().notNull().default(false),
    globalFreeze: boolean('global_freeze').notNull().default(false),
    requireAuth: boolean('require_auth').notNull().default(false),
    /** Billionths: 1,000,000,000 is no fee. */
    transferRate: bigint('transfer_rate', { mode: 'number' }).notNull().default(1_000_000_000),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull().default(0),
    statePosition: integer('state_position').notNull().default(0),
  },
  // The job that asks for issuers not known yet.
  (table) => [index('currency_issuers_unknown').on(table.account).where(sql`not ${table.known}`)],
)
