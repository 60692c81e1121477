import { queryPeople, these } from '#db/queries/people.ts'
import { queryWatchedArtists, queryWatchedCards, queryWatchedCollections } from '#db/queries/watchlist.ts'
import type { WatchKind } from '#worker/contract/watch-limits.ts'
import type { CheckWatchedReply, WatchKey } from '#worker/contract/watchlist.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView } from '#worker/domain/nft/card-view.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { withAddress } from './watch.ts'

/** What watched works, collections and artists cost now, for anybody: one round trip. */
export async function checkWatched({ db, rules }: Context, items: WatchKey[]): Promise<CheckWatchedReply> {
  const given = items.map(withAddress)
  const idsOf = (wanted: WatchKind) => given.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const accounts = [...new Set(idsOf('account'))]
  const [cards, collections, artists, people] = await db.read.batch([
    queryWatchedCards(db.read, rules, idsOf('nft')),
    queryWatchedCollections(db.read, idsOf('collection')),
    queryWatchedArtists(db.read, accounts),
    queryPeople(db.read, these(accounts)),
  ])
  const known = new Map(artists.map((row) => [row.account, row]))
  return {
    nfts: cards.map(cardView),
    collections: collections.map(collectionView),
    accounts: accounts.map(
      (account) => known.get(account) ?? { account, collectionsCount: 0, itemsCount: 0, floorDrops: null },
    ),
    people: peopleView(people),
  }
}
