import { numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** XRP prices: the latest known price per quote currency; one row per quote. */
export const xrpPrices = pgTable('xrp_prices', {
  quote: text().primaryKey(),
  price: numeric().notNull(),
  source: text({ enum: ['oracle', 'fallback'] }).notNull(),
  /** When the oracles set it, or since when the fallback is used. */
  pricedAt: at('priced_at').notNull(),
  readAt: at('read_at').notNull().defaultNow(),
})
