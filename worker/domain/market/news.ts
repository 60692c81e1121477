import { queryDrops, queryJustListed, queryJustSold } from '#db/queries/market/news.ts'
import type { NewsReply } from '#contract/schemas/lists.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView } from '#worker/domain/nft/card-view.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'

const shownWorks = 8
const shownDrops = 6

/** Lists recent events for the home page in one round trip. */
export async function listNews({ db, rules }: Context): Promise<NewsReply> {
  const { read } = db
  const [listed, sold, drops] = await read.batch([
    queryJustListed(read, rules, shownWorks),
    queryJustSold(read, rules, shownWorks),
    queryDrops(read, shownDrops),
  ])
  return {
    listed: listed.map(cardView),
    sold: sold.map((row) => ({
      nft: cardView(row),
      amount: row.soldFor,
      date: row.soldAt.toISOString(),
      txid: row.txid,
    })),
    drops: drops.map(collectionView),
  }
}
