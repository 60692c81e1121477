import { queryPeople, accountList } from '#db/queries/people/people.ts'
import {
  queryCard,
  queryCollectionsOfArtists,
  queryWorksOfArtists,
  searchArtists,
  searchCollections,
  searchNfts,
  searchProfiles,
} from '#db/queries/market/search.ts'
import { accountPattern } from '#contract/rules/ledger.ts'
import type { SuggestReply } from '#contract/schemas/lists.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView } from '#worker/domain/nft/card-view.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'

/** Shows fewer collections than works, because a work also represents its collection. */
const limits = { artists: 6, collections: 24, nfts: 36, worksOfArtist: 12 }
const suggestions = 5

async function find({ db, rules }: Context, query: string) {
  const reader = db.http
  const [artistRows, collections, nfts] = await reader.batch([
    searchArtists(reader, query, limits.artists),
    searchCollections(reader, query, limits.collections),
    searchNfts(reader, rules, query, limits.nfts),
  ])
  const artists = artistRows.map(({ account }) => account)
  const [theirCollections, theirNfts] =
    artists.length === 0
      ? [[], []]
      : await reader.batch([
          queryCollectionsOfArtists(reader, artists, limits.collections),
          queryWorksOfArtists(reader, rules, artists, limits.worksOfArtist),
        ])
  return {
    artists,
    collections: firstOf([...collections, ...theirCollections].map(collectionView), limits.collections),
    nfts: firstOf([...nfts, ...theirNfts].map(cardView), limits.nfts),
    people: peopleView(artistRows),
  }
}

/** Removes duplicates and preserves the order. */
const firstOf = <T extends { _id: string }>(entries: T[], limit: number): T[] =>
  [...new Map(entries.map((entry) => [entry._id, entry])).values()].slice(0, limit)

/** Finds artists, collections and NFTs with matching names, best first. A pasted NFTokenID finds its token. */
export async function search(context: Context, query: string) {
  const exact = exactOf(query)
  if (exact?.kind !== 'nft') return find(context, query)
  return {
    artists: [],
    collections: [],
    nfts: (await queryCard(context.db.http, context.rules, exact.id)).map(cardView),
  }
}

/**
 * Determines the kind of a text by its form. A transaction hash looks like an NFTokenID, so the first digits decide.
 */
function exactOf(text: string): SuggestReply['exact'] {
  if (accountPattern.test(text)) return { kind: 'account', id: text }
  if (!/^[0-9A-Fa-f]{64}$/.test(text)) return null
  const id = text.toUpperCase()
  // Flags of an NFTokenID are below 0x20 and the transfer fee is at most 50,000.
  const isToken =
    id.startsWith('00') &&
    Number.parseInt(id.slice(2, 4), 16) < 0x20 &&
    Number.parseInt(id.slice(4, 8), 16) <= 50_000
  return { kind: isToken ? 'nft' : 'transaction', id }
}

/** Finds a few results of each kind while the user types, in one round trip. */
export async function suggest(context: Context, query: string): Promise<SuggestReply> {
  const reader = context.db.http
  const exact = exactOf(query)
  if (exact?.kind === 'account') {
    const people = peopleView(await queryPeople(reader, accountList([exact.id])))
    return {
      collections: [],
      nfts: [],
      accounts: [{ account: exact.id, name: people[exact.id]?.name ?? null }],
      exact,
      people,
    }
  }
  if (exact !== null) return { collections: [], nfts: [], accounts: [], exact }
  const [collections, nfts, matches] = await reader.batch([
    searchCollections(reader, query, suggestions),
    searchNfts(reader, context.rules, query, suggestions),
    searchProfiles(reader, query, suggestions),
  ])
  const people = peopleView(matches)
  return {
    collections: collections.map(collectionView),
    nfts: nfts.map(cardView),
    accounts: Object.entries(people).map(([account, { name }]) => ({ account, name })),
    exact,
    people,
  }
}
