import { queryPeople, accountList } from '#db/queries/people/people.ts'
import {
  querySoldItems,
  queryWatchedArtists,
  queryWatchedCards,
  queryWatchedCollections,
  queryWatchedItems,
} from '#db/queries/watchlist/watchlist.ts'
import type { WatchKind } from '#contract/limits/watchlist.ts'
import type { CheckWatchedReply, WatchKey } from '#contract/schemas/watchlist.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView, demandCardView } from '#worker/domain/nft/card-view.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { withAddress } from './watch.ts'

/** Length of a token's id; ids of on-demand items are shorter. */
const tokenIdLength = 64

/** Returns the current prices of watched works, collections and artists, for anyone, in one round trip. */
export async function checkWatched({ db, rules }: Context, keys: WatchKey[]): Promise<CheckWatchedReply> {
  const addresses = keys.map(withAddress)
  const idsOf = (watchKind: WatchKind) =>
    addresses.filter(({ kind }) => kind === watchKind).map(({ id }) => id)
  const accounts = [...new Set(idsOf('account'))]
  const works = idsOf('nft')
  const tokens = works.filter((id) => id.length === tokenIdLength)
  const items = works.filter((id) => id.length !== tokenIdLength)
  const [cards, soldItems, unsoldItems, collections, artists, people] = await db.http.batch([
    queryWatchedCards(db.http, rules, tokens),
    querySoldItems(db.http, rules, items),
    queryWatchedItems(db.http, items),
    queryWatchedCollections(db.http, idsOf('collection')),
    queryWatchedArtists(db.http, accounts),
    queryPeople(db.http, accountList(accounts)),
  ])
  const byAccount = new Map(artists.map((row) => [row.account, row]))
  return {
    nfts: [...cards.map(cardView), ...soldItems.map((row) => ({ ...cardView(row), _id: row.itemId }))],
    items: unsoldItems.map(demandCardView),
    collections: collections.map(collectionView),
    accounts: accounts.map(
      (account) =>
        byAccount.get(account) ?? { account, collectionsCount: 0, itemsCount: 0, floorDrops: null },
    ),
    people: peopleView(people),
  }
}
