import type { PriceRow } from '#db/queries/prices.ts'
import type { XrpPrice } from '#worker/contract/price-schemas.ts'

export const priceView = ({ price, source, pricedAt }: PriceRow): XrpPrice => ({
  usd: price,
  source,
  at: pricedAt.toISOString(),
})
