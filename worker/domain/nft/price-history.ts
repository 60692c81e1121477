import { countTokenSales, queryBegin, queryTokenSales } from '#db/queries/collection/figures.ts'
import type { PriceHistoryReply } from '#contract/schemas/figures.ts'
import type { Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { saleView } from './sale-view.ts'

const maxSales = 500

/** Returns the XRP sales of a work, marked sales included. */
export async function getPriceHistory({ db }: Context, nftId: string): Promise<PriceHistoryReply> {
  const [rows, countRows, start] = await db.http.batch([
    queryTokenSales(db.http, nftId, maxSales),
    countTokenSales(db.http, nftId),
    queryBegin(db.http),
  ])
  return {
    since: start[0]?.beganAt?.toISOString() ?? null,
    sales: rows.toReversed().map(saleView),
    people: peopleView(rows.flatMap(({ people }) => people ?? [])),
    salesCount: countRows[0]?.count ?? 0,
  }
}
