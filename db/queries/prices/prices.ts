import { eq, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { xrpPrices } from '#db/schema/prices.ts'
import { xrpPriceDays } from '#db/schema/statements.ts'

export type PriceRow = Pick<typeof xrpPrices.$inferSelect, 'price' | 'source' | 'pricedAt' | 'readAt'>

const usd = 'USD'

export function queryUsdPrice(db: Reader) {
  return db.select().from(xrpPrices).where(eq(xrpPrices.quote, usd)).limit(1)
}

/** XRP price in dollars, as a column for other queries. */
export const usdPriceColumn = sql<
  string | null
>`(select trim_scale(price)::text from xrp_prices where quote = ${usd})`

/** Stores a price if it is newer or replaces a fallback. Always records the time of the read. */
export async function storeUsdPrice(
  db: Executor,
  price: Pick<PriceRow, 'price' | 'source' | 'pricedAt'>,
): Promise<void> {
  await db
    .insert(xrpPrices)
    .values({ quote: usd, ...price })
    .onConflictDoUpdate({
      target: xrpPrices.quote,
      set: { ...price, readAt: sql`now()` },
    })
}

/** Stores the latest price of a day, which is used to convert that day's amounts to dollars. */
export async function storeUsdPriceOfDay(db: Executor, price: string, pricedAt: Date): Promise<void> {
  await db
    .insert(xrpPriceDays)
    .values({ quote: usd, day: pricedAt.toISOString().slice(0, 10), price })
    .onConflictDoUpdate({ target: [xrpPriceDays.quote, xrpPriceDays.day], set: { price } })
}
