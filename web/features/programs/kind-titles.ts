import type { EventKind } from '#worker/contract/events.ts'

/** Kinds of events, in the order of the form. */
export const kindTitles: Record<EventKind, string> = {
  sold: 'Sold',
  auction_settled: 'Sold by auction',
  listed: 'Listed',
  price_changed: 'New price',
  listing_cancelled: 'Listing cancelled',
  offered: 'Offered to one account',
  bid: 'Bid',
  outbid: 'Higher bid',
  bid_withdrawn: 'Bid withdrawn',
  bid_unfunded: 'Bid no longer funded',
  auction_begun: 'Auction begun',
  auction_ending: 'Auction ends within the hour',
  auction_cancelled: 'Auction cancelled',
  minted: 'Minted',
  transferred: 'Transferred',
  burned: 'Burned',
  modified: 'Changed on the ledger',
  metadata_changed: 'Metadata changed',
  collection_announced: 'Collection announced',
  collection_verified: 'Collection verified',
  followed: 'Followed',
}
