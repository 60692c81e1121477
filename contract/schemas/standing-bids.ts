import * as v from 'valibot'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import {
  bidDays,
  bidInputProblems,
  bidProblems,
  bidSaleStates,
  bidStates,
  maxBidTraits,
  maxBidWorks,
  maxSoldAtOnce,
  minimumPercents,
} from '#contract/limits/standing-bids.ts'
import { Drops } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'
import { Media } from './media.ts'
import { NFTokenID, TransactionHash } from './nfts.ts'
import { peopleField } from './people.ts'
import { Uuid } from './sign-requests.ts'

/** A `trait:value` pair, as in the filters of a collection. */
const TraitPair = v.pipe(v.string(), v.maxLength(300), v.regex(/^[^:]+:/, bidInputProblems.traits))

const oneValueEach = (pairs: string[]) =>
  new Set(pairs.map((pair) => pair.split(':', 1)[0])).size === pairs.length

export const PlaceStandingBidBody = createClaimedSchema({
  collectionID: v.pipe(v.string(), v.maxLength(100)),
  /** Traits that a work must have, all of them. */
  traits: v.optional(
    v.pipe(
      v.array(TraitPair),
      v.maxLength(maxBidTraits, bidInputProblems.traits),
      v.check(oneValueEach, bidInputProblems.traits),
    ),
    [],
  ),
  /** The highest rarity rank that a work may have; null for any. */
  maxRank: v.optional(
    v.nullable(
      v.pipe(
        v.number(),
        v.integer(bidInputProblems.rank),
        v.minValue(1, bidInputProblems.rank),
        v.maxValue(1_000_000),
      ),
    ),
    null,
  ),
  /** What the bidder pays for each work, in drops. The marketplace fee is taken from it. */
  priceDrops: v.config(
    v.pipe(
      Drops,
      v.check((drops) => BigInt(drops) >= minimumOfferDrops, bidInputProblems.price),
    ),
    // The check must not see text that is not a number.
    { abortPipeEarly: true },
  ),
  works: v.pipe(
    v.number(),
    v.integer(bidInputProblems.works),
    v.minValue(1, bidInputProblems.works),
    v.maxValue(maxBidWorks, bidInputProblems.works),
  ),
  days: v.optional(v.picklist(bidDays, bidInputProblems.days), 7),
})
export type PlaceStandingBidBody = v.InferOutput<typeof PlaceStandingBidBody>

export const SellIntoBidBody = createClaimedSchema({
  id: Uuid,
  nftokenIDs: v.pipe(
    v.array(NFTokenID),
    v.minLength(1, bidInputProblems.sold),
    v.maxLength(maxSoldAtOnce, bidInputProblems.sold),
    v.check((ids) => new Set(ids).size === ids.length, bidInputProblems.sold),
  ),
  /** The price for each work that the owner saw. Another price is refused. */
  expectedDrops: v.optional(Drops),
})
export type SellIntoBidBody = v.InferOutput<typeof SellIntoBidBody>

export const CompleteBidSaleBody = createClaimedSchema({
  id: Uuid,
  /** True if the bidder has looked at a work that its issuer changed after the bid was placed. */
  changeSeen: v.optional(v.boolean(), false),
})
export type CompleteBidSaleBody = v.InferOutput<typeof CompleteBidSaleBody>

/**
 * The least bid in percent of the floor: for all works of the account, or for a collection of its issuer. Null removes
 * it.
 */
export const BidMinimumBody = createClaimedSchema({
  collectionID: v.optional(v.pipe(v.string(), v.maxLength(100))),
  percent: v.nullable(v.picklist(minimumPercents, bidInputProblems.percent)),
})
export type BidMinimumBody = v.InferOutput<typeof BidMinimumBody>
export const BidMinimumQuery = v.object({ collectionID: v.optional(v.pipe(v.string(), v.maxLength(100))) })
export const BidMinimumReply = v.object({ percent: v.nullable(v.number()) })
export type BidMinimumReply = v.InferOutput<typeof BidMinimumReply>

export const StandingBidBody = createClaimedSchema({ id: Uuid })
export const ReleaseTicketsBody = createClaimedSchema({})

/** Public record of an account as a bidder in the last 90 days. */
export const BidderRecord = v.object({
  completed: v.number(),
  missed: v.number(),
  withdrawn: v.number(),
  /**
   * The account's bids are inactive until this time, because it missed three sales in a row; null if they are active.
   */
  pausedUntil: v.nullable(v.string()),
})
export type BidderRecord = v.InferOutput<typeof BidderRecord>

export const StandingBid = v.object({
  id: Uuid,
  bidder: v.string(),
  collectionID: v.nullable(v.string()),
  collectionName: v.nullable(v.string()),
  traits: v.array(v.string()),
  maxRank: v.nullable(v.number()),
  priceDrops: Drops,
  works: v.number(),
  /** Number of works that the bid has bought, and that wait for the bidder's signature. */
  bought: v.number(),
  waiting: v.number(),
  state: v.picklist(bidStates),
  /** Why the bid is inactive at the moment; null if it is active. */
  problem: v.nullable(v.picklist(bidProblems)),
  createdAt: v.string(),
  expiresAt: v.string(),
  /** SHA-256 of the terms in hex, as in the memo of the bidder's transaction. */
  termsHash: v.string(),
  txid: v.nullable(TransactionHash),
  record: BidderRecord,
})
export type StandingBid = v.InferOutput<typeof StandingBid>

/** The standing bids at one price. */
export const BidLevel = v.object({
  priceDrops: Drops,
  bids: v.number(),
  /** Number of works that these bids still buy, and the total price of these works. */
  works: v.number(),
  sumDrops: Drops,
})
export type BidLevel = v.InferOutput<typeof BidLevel>

export const CollectionBidsQuery = v.object({ id: v.pipe(v.string(), v.maxLength(100)) })
export const CollectionBidsReply = v.object({
  /** At most 50 price levels, highest first. Only active bids are included. */
  levels: v.array(BidLevel),
  /** The best bids, highest first. */
  bids: v.array(StandingBid),
  ...peopleField,
})
export type CollectionBidsReply = v.InferOutput<typeof CollectionBidsReply>

export const BidWork = v.object({
  nftokenID: NFTokenID,
  name: v.string(),
  image: v.nullable(Media),
  collectionName: v.nullable(v.string()),
  /** True if the issuer changed the work after the bid was placed. The bidder must look at it before buying. */
  changed: v.boolean(),
  /** True if the seller still owns the work. */
  held: v.boolean(),
})
export type BidWork = v.InferOutput<typeof BidWork>

export const BidWorksQuery = v.object({ id: Uuid })
/** Works of the account that a bid takes, the most common first, at most 100. */
export const BidWorksReply = v.object({
  works: v.array(
    v.object({
      nftokenID: NFTokenID,
      name: v.string(),
      image: v.nullable(Media),
      rank: v.nullable(v.number()),
      /** What the seller gets after fee and royalty. */
      proceedsDrops: Drops,
    }),
  ),
})
export type BidWorksReply = v.InferOutput<typeof BidWorksReply>

/** Works that an owner has sold into a standing bid. The sale happens when its bidder signs. */
export const BidSale = v.object({
  id: Uuid,
  bidID: Uuid,
  bidder: v.string(),
  seller: v.string(),
  works: v.array(BidWork),
  /** Price of each work. The seller gets all prices minus the fee and the royalties. */
  priceDrops: Drops,
  feeDrops: Drops,
  royaltyDrops: Drops,
  state: v.picklist(bidSaleStates),
  createdAt: v.string(),
  /** The bidder can complete the sale until this time. */
  until: v.string(),
  /** True if the seller's signature has left the marketplace. From then on, only the ledger can end the sale. */
  handedOut: v.boolean(),
  /** The side that withdrew the sale; null if neither did. */
  endedBy: v.nullable(v.picklist(['seller', 'bidder'])),
  txid: v.nullable(TransactionHash),
})
export type BidSale = v.InferOutput<typeof BidSale>

export const WorkBidQuery = v.object({ id: NFTokenID })
export const WorkBidReply = v.object({
  /** The best standing bid that the work's owner can sell into; null if there is none. */
  best: v.nullable(StandingBid),
  /** The sale of this work that waits for its bidder; null if there is none. */
  sale: v.nullable(BidSale),
  ...peopleField,
})
export type WorkBidReply = v.InferOutput<typeof WorkBidReply>

export const OwnBidsReply = v.object({
  bids: v.array(StandingBid),
  /** Sales as bidder and as seller, newest first. */
  sales: v.array(BidSale),
  /** Tickets of ended bids. Each locks the ledger's reserve for one object until it is released. */
  freeTickets: v.number(),
  record: BidderRecord,
  ...peopleField,
})
export type OwnBidsReply = v.InferOutput<typeof OwnBidsReply>

export const BidSaleReply = v.object({ ...BidSale.entries, ...peopleField })
export type BidSaleReply = v.InferOutput<typeof BidSaleReply>
export const EndedReply = v.object({ status: v.literal('success'), data: v.object({ id: Uuid }) })
