import { queryUsdPrice, storeUsdPrice, storeUsdPriceOfDay } from '#db/queries/prices/prices.ts'
import type { Context } from '#worker/domain/context.ts'

/** Interval between readings of the oracles. */
const everyMs = 60_000
/** Returns the time before which a stored price is outdated and is read again. */
export const priceBefore = (now: Date) => new Date(now.getTime() - everyMs)
/** Age above which the fallback, if there is one, replaces an oracle price. */
const oldMs = 24 * 3_600_000

/**
 * Updates the price of XRP in dollars from the ledger's oracles, at most once a minute. Without an oracle price, the
 * last price remains for a day, with its age. After that, or if there is no price at all, the configured fallback is
 * used.
 */
export async function refreshPrice({ db, ledger, settings, now }: Context): Promise<void> {
  const { oracles, fallback } = settings.prices
  if (oracles.length === 0 && fallback === null) return
  const [last] = await queryUsdPrice(db.http)
  if (last !== undefined && last.readAt > priceBefore(now())) return
  const price = oracles.length === 0 ? null : await ledger.findXrpPrice(oracles, 'USD')
  const fresh = price !== null && now().getTime() - price.at.getTime() < oldMs
  if (fresh) {
    await storeUsdPrice(db.http, { price: price.price, source: 'oracle', pricedAt: price.at })
    await storeUsdPriceOfDay(db.http, price.price, price.at)
    return
  }
  const isFresh = last?.source === 'oracle' && now().getTime() - last.pricedAt.getTime() < oldMs
  if (fallback !== null && !isFresh) {
    await storeUsdPrice(db.http, { price: fallback.price, source: 'fallback', pricedAt: fallback.at })
  } else if (last !== undefined) {
    const { price, source, pricedAt } = last
    await storeUsdPrice(db.http, { price, source, pricedAt })
  }
}
