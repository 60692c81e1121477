import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { wallets as walletNames } from '#contract/rules/wallets.ts'
import { at, drops } from './columns.ts'

/** Accounts that have signed in, with the push token issued by the signer. */
export const wallets = pgTable('wallets', {
  account: text().primaryKey(),
  pushToken: text('push_token'),
  pushTokenAt: at('push_token_at'),
  /** Time at which the account's owner reported that the wallet cannot sign a Batch. */
  noBatchAt: at('no_batch_at'),
})

/**
 * XRP of accounts that have made a buy offer, from the metadata of their latest transaction. Shows whether bids are
 * funded without querying the ledger.
 */
export const accountFunds = pgTable('account_funds', {
  account: text().primaryKey(),
  balanceDrops: drops('balance_drops').notNull(),
  ownerCount: integer('owner_count').notNull(),
  stateLedger: bigint('state_ledger', { mode: 'number' }).notNull(),
  statePosition: integer('state_position').notNull(),
})

/**
 * Sessions by the id in their token (`jti`), which is the id of the sign request that opened them. A token without a
 * row, or with an ended session, is refused.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    /** The wallet that signed in and receives the account's requests. */
    wallet: text({ enum: walletNames }).notNull().default('xaman'),
    /** The user token of wallets other than Xaman; null for Xaman, which uses its push token. */
    userToken: text('user_token'),
    signedAt: at('signed_at').notNull(),
    /** Time at which the browser first fetched the token; null if it has not done so yet. */
    openedAt: at('opened_at'),
    endedAt: at('ended_at'),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    // Finds later sign-ins of an account, and all sessions to end on a global sign-out.
    index('sessions_account').on(table.account, table.openedAt),
    // Finds expired sessions to delete.
    index('sessions_expires').on(table.expiresAt),
  ],
)
