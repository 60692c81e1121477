import { numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** What an XRP is worth, the latest known price of each quote currency; one row a quote. */
export const xrpPrices = pgTable('xrp_prices', {
  quote: text().primaryKey(),
  price: numeric().notNull(),
  source: text({ enum: ['oracle', 'fallback'] }).notNull(),
  /** When the oracles set it, or since when the fallback holds. */
  pricedAt: at('priced_at').notNull(),
  readAt: at('read_at').notNull().defaultNow(),
})
