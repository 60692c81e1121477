import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/**
 * Trust lines that decide if an offer can be accepted: of bidders, sellers and royalty receivers. A row is created when an
 * offer first needs it, is read from the ledger once (`known`), and is then updated by the follower.
 */
export const trustLines = pgTable(
  'trust_lines',
  {
    account: text().notNull(),
    issuer: text().notNull(),
    currency: text().notNull(),
    known: boolean().notNull().default(false),
    /** True if the line exists. */
    present: boolean().notNull().default(false),
    /** The account's balance; negative when it owes. */
    balance: numeric().notNull().default('0'),
    /** Frozen by the issuer. */
    frozen: boolean().notNull().default(false),
    /** Deep frozen by either side: it can neither send nor receive. */
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

/**
 * Accounts whose settings decide about offers of other accounts: issuers of currencies, and sellers through the marketplace. A
 * row is created, read and updated like a trust line.
 */
export const accountSettings = pgTable(
  'account_settings',
  {
    account: text().primaryKey(),
    known: boolean().notNull().default(false),
    globalFreeze: boolean('global_freeze').notNull().default(false),
    requireAuth: boolean('require_auth').notNull().default(false),
    /** The transfer rate in billionths: 1,000,000,000 means no fee. */
    transferRate: bigint('transfer_rate', { mode: 'number' }).notNull().default(1_000_000_000),
    /**
     * The account accepts no NFT offers: nobody can bid for its works, and the marketplace needs a buyer's offer for a sale.
     */
    refusesOffers: boolean('refuses_offers').notNull().default(false),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull().default(0),
    statePosition: integer('state_position').notNull().default(0),
  },
  // The job that reads unknown accounts.
  (table) => [index('account_settings_unknown').on(table.account).where(sql`not ${table.known}`)],
)
