import { pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Accounts that have signed in, with the push token that the signer issued for them. */
export const wallets = pgTable('wallets', {
  account: text().primaryKey(),
  pushToken: text('push_token'),
  pushTokenAt: at('push_token_at'),
  lastSignInAt: at('last_sign_in_at').notNull(),
})
