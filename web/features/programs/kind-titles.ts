import type { EventKind } from '#worker/contract/events.ts'
import { m } from '#web/messages.ts'

/** Kinds of events, in the order of the form. */
export const kindTitles: Record<EventKind, string> = {
  sold: m.programs_kind_titles_sold,
  auction_settled: m.programs_kind_titles_sold_by_auction,
  listed: m.programs_kind_titles_listed,
  price_changed: m.programs_kind_titles_new_price,
  listing_cancelled: m.programs_kind_titles_listing_cancelled,
  offered: m.programs_kind_titles_offered_to_one_account,
  bid: m.programs_kind_titles_bid,
  outbid: m.programs_kind_titles_higher_bid,
  bid_withdrawn: m.programs_kind_titles_bid_withdrawn,
  bid_unfunded: m.programs_kind_titles_bid_no_longer_funded,
  auction_begun: m.programs_kind_titles_auction_begun,
  auction_ending: m.programs_kind_titles_auction_ends_within_hour,
  auction_cancelled: m.programs_kind_titles_auction_cancelled,
  minted: m.programs_kind_titles_minted,
  transferred: m.programs_kind_titles_transferred,
  burned: m.programs_kind_titles_burned,
  modified: m.programs_kind_titles_changed_on_the_ledger,
  metadata_changed: m.programs_kind_titles_metadata_changed,
  collection_announced: m.programs_kind_titles_collection_announced,
  collection_verified: m.programs_kind_titles_collection_verified,
  followed: m.programs_kind_titles_followed,
}
