import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { CheckWatchedReply, Watched, WatchKey } from '#contract/schemas/watchlist.ts'
import { maxWatchedPage } from '#contract/limits/watchlist.ts'
import { t } from '#web/messages.ts'
import { type Change, changeInPercent } from '#web/kit/amounts/change-in-percent.ts'

/** A watchlist entry with its current state. */
export interface WatchRow {
  watched: Watched
  /** Null if the watched item no longer exists. */
  state: {
    name: string
    image: Media | null
    /** A short description. */
    note: string
    price: Amount | null
    /** Null if the two prices cannot be compared. */
    change: Change | null
    /** Set if the work is on auction now. */
    auctionEndsAt: string | null
  } | null
}

/** Returns the difference between two XRP prices; null for other currencies or a missing price. */
export function changeSince(oldPrice: Amount | null, newPrice: Amount | null): Change | null {
  if (oldPrice === null || newPrice === null || !isDrops(oldPrice) || !isDrops(newPrice)) return null
  return changeInPercent(BigInt(newPrice), BigInt(oldPrice))
}

/** Splits ids into batches that fit into one call each. */
export function batchesOf(items: readonly WatchKey[]): WatchKey[][] {
  const keys = items.map(({ kind, id }): WatchKey => ({ kind, id }))
  return Array.from({ length: Math.ceil(keys.length / maxWatchedPage) }, (_, batch) =>
    keys.slice(batch * maxWatchedPage, (batch + 1) * maxWatchedPage),
  )
}

function stateOf({ kind, id }: Watched, reply: CheckWatchedReply, nameOf: (account: string) => string) {
  if (kind === 'nft') {
    const nft = [...reply.nfts, ...reply.items].find(({ _id }) => _id === id)
    if (nft === undefined) return null
    const bid = nft.auction === null ? null : (nft.auction.topBid?.amount ?? nft.auction.startAmount)
    return {
      name: nft.name,
      image: nft.image,
      note: nft.collectionName ?? t('No collection'),
      price: bid ?? nft.priceDrops ?? nft.issuedPrice,
      auctionEndsAt: nft.auction?.endsAt ?? null,
    }
  }
  if (kind === 'collection') {
    const collection = reply.collections.find(({ _id }) => _id === id)
    if (collection === undefined) return null
    return {
      name: collection.name,
      image: collection.thumbnail,
      note: t('Collection, {count, plural, one {# item} other {# items}}', { count: collection.itemsCount }),
      price: collection.floorPriceDrops,
      auctionEndsAt: null,
    }
  }
  const artist = reply.accounts.find(({ account }) => account === id)
  if (artist === undefined) return null
  return {
    name: nameOf(id),
    image: null,
    note: t('Artist, {count, plural, one {# collection} other {# collections}}', {
      count: artist.collectionsCount,
    }),
    price: artist.floorDrops,
    auctionEndsAt: null,
  }
}

/** Builds the rows from the server's reply. */
export function rowsOf(
  items: readonly Watched[],
  reply: CheckWatchedReply,
  nameOf: (account: string) => string,
): WatchRow[] {
  return items.map((item) => {
    const state = stateOf(item, reply, nameOf)
    if (state === null) return { watched: item, state }
    // A bid is not a price at which the work could be bought.
    const change = state.auctionEndsAt === null ? changeSince(item.price, state.price) : null
    return { watched: item, state: { ...state, change } }
  })
}
