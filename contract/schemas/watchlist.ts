import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Amount } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'
import { CollectionInfo } from './collection-info.ts'
import { CollectionId } from './lists.ts'
import { DemandCard, NftDatabaseID, NFTokenID, NftCard } from './nfts.ts'
import { peopleField } from './people.ts'
import { maxWatched, maxWatchedPage } from '#contract/limits/watchlist.ts'

const nft = v.literal('nft')
/** A token, or an on-demand item, which stays on the list when it is minted and sold. */
const WorkId = v.union([NFTokenID, NftDatabaseID])
const collection = v.literal('collection')
const account = v.literal('account')

const visit = {
  /**
   * The price of a work, or the floor of a collection or an artist, when the entry was added; null if there was none.
   */
  price: v.nullable(Amount),
  /** Time at which the entry was added. */
  at: v.pipe(v.string(), v.isoTimestamp('Give the time as ISO 8601.')),
}

/** A watched work, collection or account. */
export const WatchKey = v.variant('kind', [
  v.object({ kind: nft, id: WorkId }),
  v.object({ kind: collection, id: CollectionId }),
  v.object({ kind: account, id: AccountAddress }),
])
export type WatchKey = v.InferOutput<typeof WatchKey>

/** An entry of a watchlist. */
export const Watched = v.variant('kind', [
  v.object({ kind: nft, id: WorkId, ...visit }),
  v.object({ kind: collection, id: CollectionId, ...visit }),
  v.object({ kind: account, id: AccountAddress, ...visit }),
])
export type Watched = v.InferOutput<typeof Watched>

// @__NO_SIDE_EFFECTS__
const upTo = <S extends v.GenericSchema>(maxEntries: number, entry: S) =>
  v.pipe(
    v.array(entry),
    v.minLength(1, 'Name at least one work, collection or artist.'),
    v.maxLength(maxEntries, `Name at most ${maxEntries} works, collections and artists.`),
  )

/** One added entry, or a browser's list that is merged into the account. */
export const WatchBody = createClaimedSchema({ items: upTo(maxWatched, Watched) })

export const WatchReply = v.object({
  status: v.literal('success'),
  /** Entries that did not fit into the list. */
  data: v.object({ left: v.array(WatchKey) }),
})

export const UnwatchBody = createClaimedSchema({ items: upTo(maxWatched, WatchKey) })

/** Newest first. */
export const WatchlistReply = v.object({ items: v.array(Watched) })
export type WatchlistReply = v.InferOutput<typeof WatchlistReply>

export const CheckWatchedBody = v.object({ items: upTo(maxWatchedPage, WatchKey) })

/** An artist on a watchlist. */
export const WatchedArtist = v.object({
  account: AccountAddress,
  /** The artist's announced collections, and the works in them. */
  collectionsCount: v.number(),
  itemsCount: v.number(),
  /** The lowest price at which one of these works can be bought now. */
  floorDrops: v.nullable(v.string()),
})
export type WatchedArtist = v.InferOutput<typeof WatchedArtist>

/** Existing entries, in no particular order. */
export const CheckWatchedReply = v.object({
  /** `_id` is the watched id: for a token that was sold on demand, the id of its item. */
  nfts: v.array(NftCard),
  /** On-demand items that nobody has bought yet. */
  items: v.array(DemandCard),
  collections: v.array(CollectionInfo),
  accounts: v.array(WatchedArtist),
  ...peopleField,
})
export type CheckWatchedReply = v.InferOutput<typeof CheckWatchedReply>
