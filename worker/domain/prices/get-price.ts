import { queryUsdPrice } from '#db/queries/prices/prices.ts'
import type { XrpPriceReply } from '#contract/schemas/prices.ts'
import type { Context } from '#worker/domain/context.ts'
import { priceView } from './price-view.ts'

export async function getPrice({ db }: Pick<Context, 'db'>): Promise<XrpPriceReply> {
  const [row] = await queryUsdPrice(db.http)
  return { xrpPrice: row === undefined ? null : priceView(row) }
}
