import type { EventKind } from '#contract/rules/events.ts'
import { t } from '#web/messages.ts'

/** Kinds of events, in the order of the form. */
export const kindTitles: Record<EventKind, string> = {
  sold: t('Sold', { context: 'event' }),
  auction_settled: t('Sold by auction'),
  listed: t('Listed', { context: 'event' }),
  price_changed: t('New price'),
  listing_cancelled: t('Listing cancelled'),
  offered: t('Offered to one account'),
  bid: t('Bid'),
  outbid: t('Higher bid'),
  bid_withdrawn: t('Bid withdrawn'),
  bid_unfunded: t('Bid no longer funded'),
  auction_begun: t('Auction begun'),
  auction_extended: t('Auction extended by a late bid'),
  auction_ending: t('Auction ends within the hour'),
  auction_cancelled: t('Auction cancelled'),
  minted: t('Minted', { context: 'event' }),
  transferred: t('Transferred'),
  burned: t('Burned', { context: 'event' }),
  modified: t('Changed on the ledger'),
  metadata_changed: t('Metadata changed'),
  edition_soon: t('Edition starts within the hour'),
  edition_moved: t('Edition with another start or price'),
  edition_paused: t('Edition paused before its start'),
  edition_closed: t('Edition closed before its start'),
  edition_open: t('Edition on sale'),
  collection_announced: t('Collection announced'),
  collection_verified: t('Collection verified'),
  followed: t('Followed'),
}
