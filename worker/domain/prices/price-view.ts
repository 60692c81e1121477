import type { PriceRow } from '#db/queries/prices/prices.ts'
import type { XrpPrice } from '#contract/schemas/prices.ts'

export const priceView = ({ price, source, pricedAt }: PriceRow): XrpPrice => ({
  usd: price,
  source,
  at: pricedAt.toISOString(),
})
