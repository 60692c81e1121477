import { queryDrops, queryJustListed, queryJustSold } from '#db/queries/market/news.ts'
import type { NewsReply } from '#contract/schemas/lists.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView } from '#worker/domain/nft/card-view.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'

const shownWorks = 8
const shownDrops = 6

/** Lists recent events for the home page in one round trip. */
export async function listNews({ db, rules }: Context): Promise<NewsReply> {
  const reader = db.http
  const [listedWorks, soldWorks, drops] = await reader.batch([
    queryJustListed(reader, rules, shownWorks),
    queryJustSold(reader, rules, shownWorks),
    queryDrops(reader, shownDrops),
  ])
  return {
    listed: listedWorks.map(cardView),
    sold: soldWorks.map((row) => ({
      nft: cardView(row),
      amount: row.soldFor,
      date: row.soldAt.toISOString(),
      txid: row.txid,
    })),
    drops: drops.map(collectionView),
  }
}
