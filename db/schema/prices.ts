import { numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** The latest known XRP price, with one row per quote currency. */
export const xrpPrices = pgTable('xrp_prices', {
  quote: text().primaryKey(),
  price: numeric().notNull(),
  source: text({ enum: ['oracle', 'fallback'] }).notNull(),
  /** Time at which the oracles set the price, or at which the fallback was first used. */
  pricedAt: at('priced_at').notNull(),
  readAt: at('read_at').notNull().defaultNow(),
})
