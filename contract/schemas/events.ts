import * as v from 'valibot'
import { Amount } from './amounts.ts'
import { eventKinds, maxEvents, maxTopics, parseTopic } from '#contract/rules/events.ts'
import { Media } from './media.ts'
import { NFTokenID, OfferIndex, TransactionHash } from './nfts.ts'

/**
 * An event. Which of `seller`, `buyer` and `account` are set depends on its kind:
 * - listed, price_changed, listing_cancelled, auction_begun, auction_ending, auction_cancelled, burned, modified:
 *   seller
 * - auction_extended: seller, and buyer is the late bidder; offer is that of the auction, amount is the bid
 * - offered (to one account), sold, auction_settled, transferred: seller and buyer
 * - bid, bid_withdrawn, bid_unfunded: buyer is the bidder, seller the holder of the work
 * - outbid: the same, and account is the one who was outbid; amount is the new bid, previousAmount the earlier one
 * - minted: buyer is the first holder
 * - edition_soon, edition_moved, edition_paused, edition_closed, edition_open, collection_announced,
 *   collection_verified: account is the issuer; of an edition, amount is the price
 * - followed: account is followed by actor
 */
export const MarketEvent = v.object({
  /** The position in the log. A reader that has seen the event requests the events after this position. */
  position: v.number(),
  /** Identifies the event: the same event has the same key, however often it is delivered. Keys are never reused. */
  key: v.string(),
  kind: v.picklist(eventKinds),
  /** Time in ISO 8601: the close time of the event's ledger, or the time when the event was recorded. */
  at: v.string(),
  /** Null for the marketplace's own events. */
  ledgerIndex: v.nullable(v.number()),
  txid: v.nullable(TransactionHash),
  nft: v.nullable(NFTokenID),
  name: v.nullable(v.string()),
  image: v.nullable(Media),
  issuer: v.nullable(v.string()),
  taxon: v.nullable(v.number()),
  collectionId: v.nullable(v.string()),
  collectionName: v.nullable(v.string()),
  /** The account that sent the transaction or performed the action. */
  actor: v.nullable(v.string()),
  seller: v.nullable(v.string()),
  buyer: v.nullable(v.string()),
  account: v.nullable(v.string()),
  offer: v.nullable(OfferIndex),
  amount: v.nullable(Amount),
  previousAmount: v.nullable(Amount),
  /** The end of an auction, or the start of a phase of an edition, in ISO 8601. */
  endsAt: v.nullable(v.string()),
  /** False for a bid that its bidder could not pay when placing it. */
  funded: v.boolean(),
})
export type MarketEvent = v.InferOutput<typeof MarketEvent>

const topicProblem =
  'A topic is home, work:<NFTokenID>, collection:<id>, account:<address> or artist:<address>.'

/** Topics, separated by commas. */
export const Topics = v.pipe(
  v.string('Name at least one topic.'),
  v.maxLength(maxTopics * 80),
  v.transform((text) => [...new Set(text.split(',').map((topic) => topic.trim()))]),
  v.array(v.string()),
  v.maxLength(maxTopics, `At most ${maxTopics} topics.`),
  v.check((topics) => topics.every((topic) => parseTopic(topic) !== null), topicProblem),
)

const WholeNumber = (message: string) =>
  v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,14})$/, message), v.transform(Number))

/** A position in the log, as returned by an earlier reply. */
export const EventPosition = WholeNumber('Give a position as it was given out.')

export const EventsQuery = v.object({
  topics: Topics,
  /** Continues after this position. */
  after: v.optional(EventPosition),
  /**
   * Begins after the events of this ledger, which the page already shows. Without `after` and `ledger`, the list begins a
   * minute ago.
   */
  ledger: v.optional(WholeNumber('Give the index of a ledger.')),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9][0-9]{0,2}$/, 'Give a number of events.'),
      v.transform(Number),
      v.maxValue(maxEvents, `At most ${maxEvents} events for each call.`),
    ),
    '100',
  ),
})
export type EventsQuery = v.InferOutput<typeof EventsQuery>

/** A message that a reader sends over its WebSocket. */
export const LiveMessage = v.union([
  v.object({
    topics: v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check((topic) => parseTopic(topic) !== null, topicProblem),
        ),
      ),
      v.maxLength(maxTopics, `At most ${maxTopics} topics.`),
    ),
    after: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    ledger: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  }),
  v.object({ seen: v.pipe(v.number(), v.safeInteger()) }),
])
export type LiveMessage = v.InferOutput<typeof LiveMessage>

export const EventsReply = v.object({
  /** Events in the order of their positions. */
  events: v.array(MarketEvent),
  /** The position from which the next call continues. */
  position: v.number(),
  /** True if further events are already available. */
  more: v.boolean(),
})
export type EventsReply = v.InferOutput<typeof EventsReply>
