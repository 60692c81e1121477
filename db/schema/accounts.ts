import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, drops } from './columns.ts'

/** Accounts that have signed in, with the push token that the signer issued for them. */
export const wallets = pgTable('wallets', {
  account: text().primaryKey(),
  pushToken: text('push_token'),
  pushTokenAt: at('push_token_at'),
  lastSignInAt: at('last_sign_in_at').notNull(),
})

/**
 * XRP of accounts that have made a buy offer, as the metadata of their latest transaction left it: whether their bids are
 * funded follows without asking the ledger.
 */
export const accountFunds = pgTable('account_funds', {
  account: text().primaryKey(),
  balanceDrops: drops('balance_drops').notNull(),
  ownerCount: integer('owner_count').notNull(),
  stateLedger: bigint('state_ledger', { mode: 'number' }).notNull(),
  statePosition: integer('state_position').notNull(),
})
