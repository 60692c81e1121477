import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/**
 * Trust lines on which the validity of offers depends: those of bidders, sellers and royalty receivers. A row is
 * created when an offer first needs it, read from the ledger once (`known`), and then updated by the follower.
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
    /** The account's balance; negative if the account owes the amount. */
    balance: numeric().notNull().default('0'),
    /** True if the issuer has frozen the line. */
    frozen: boolean().notNull().default(false),
    /** True if either side has deep-frozen the line: it can neither send nor receive. */
    deepFrozen: boolean('deep_frozen').notNull().default(false),
    /** True if the issuer has authorized the line. Matters only if the issuer requires authorization. */
    authorised: boolean().notNull().default(false),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull().default(0),
    statePosition: integer('state_position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.issuer, table.currency] }),
    // Finds trust lines whose state has not been read from the ledger yet.
    index('trust_lines_unknown').on(table.account).where(sql`not ${table.known}`),
  ],
)

/**
 * Accounts whose settings affect offers of other accounts: issuers of currencies, and marketplace sellers. A row is
 * created, read and updated like a trust line.
 */
export const accountSettings = pgTable(
  'account_settings',
  {
    account: text().primaryKey(),
    known: boolean().notNull().default(false),
    globalFreeze: boolean('global_freeze').notNull().default(false),
    requireAuth: boolean('require_auth').notNull().default(false),
    /** Transfer rate in billionths; 1,000,000,000 means no fee. */
    transferRate: bigint('transfer_rate', { mode: 'number' }).notNull().default(1_000_000_000),
    /**
     * True if the account accepts no NFT offers: nobody can bid on its works, and the marketplace needs a buyer's offer for
     * a sale.
     */
    refusesOffers: boolean('refuses_offers').notNull().default(false),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull().default(0),
    statePosition: integer('state_position').notNull().default(0),
  },
  // Finds unknown accounts to read.
  (table) => [index('account_settings_unknown').on(table.account).where(sql`not ${table.known}`)],
)
