import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { watchKinds } from '#contract/limits/watchlist.ts'
import { amountJson, at } from './columns.ts'

/** Watchlists: tokens by NFTokenID, collections by id, artists by address. Private to the account. */
export const watches = pgTable(
  'watches',
  {
    account: text().notNull(),
    kind: text({ enum: watchKinds }).notNull(),
    subject: text().notNull(),
    /** Price of the work, or floor of the collection, when it was added. */
    price: amountJson(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.kind, table.subject] }),
    // Finds the watchers of a work, a collection or an artist.
    index('watches_subject').on(table.kind, table.subject),
  ],
)
