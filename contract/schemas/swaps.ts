import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Drops } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'
import { Media } from './media.ts'
import { NFTokenID, TransactionHash } from './nfts.ts'
import { peopleField } from './people.ts'
import { Uuid } from './sign-requests.ts'
import { maxSwapNfts, swapDays, swapProblems, swapSides, swapStates } from '#contract/limits/swaps.ts'

export const SwapState = v.picklist(swapStates)
export type SwapState = v.InferOutput<typeof SwapState>

const Side = v.picklist(swapSides)
export type SwapSide = v.InferOutput<typeof Side>

const Works = v.pipe(v.array(NFTokenID), v.minLength(1, swapProblems.none))

export const ProposeSwapBody = v.pipe(
  createClaimedSchema({
    partner: AccountAddress,
    /** Works and XRP that the proposer gives, and that the partner gives in return. */
    gives: Works,
    gets: Works,
    /** XRP that one side adds, in drops. */
    drops: v.optional(Drops, '0'),
    payer: v.optional(Side, 'proposer'),
    days: v.optional(v.picklist(swapDays, swapProblems.days), 7),
  }),
  v.forward(
    v.check(({ gives, gets }) => gives.length + gets.length <= maxSwapNfts, swapProblems.tooMany),
    ['gives'],
  ),
  v.forward(
    v.check(
      ({ gives, gets }) => new Set([...gives, ...gets]).size === gives.length + gets.length,
      swapProblems.twice,
    ),
    ['gives'],
  ),
)
export type ProposeSwapBody = v.InferOutput<typeof ProposeSwapBody>

export const ProposeSwapReply = v.object({ status: v.literal('success'), data: v.object({ id: Uuid }) })

export const SwapBody = createClaimedSchema({ id: Uuid })
export const SwapQuery = v.object({ id: Uuid })

/** A work in a swap. */
export const SwapNft = v.object({
  nftokenID: NFTokenID,
  name: v.string(),
  image: v.nullable(Media),
  collectionName: v.nullable(v.string()),
  issuer: v.string(),
  /** In 1/100,000. */
  transferFee: v.number(),
  /** The work's current price, otherwise the floor of its collection, in drops; null without both. */
  valueDrops: v.nullable(Drops),
  /**
   * The work's share of the XRP that the other side adds, and the royalty that the ledger deducts from it for the issuer,
   * in drops.
   */
  priceDrops: Drops,
  royaltyDrops: Drops,
  /** True if the side that gives the work still has it. */
  held: v.boolean(),
})
export type SwapNft = v.InferOutput<typeof SwapNft>

export const Swap = v.object({
  id: Uuid,
  state: SwapState,
  proposer: v.string(),
  partner: v.string(),
  gives: v.array(SwapNft),
  gets: v.array(SwapNft),
  drops: Drops,
  payer: Side,
  createdAt: v.string(),
  expiresAt: v.string(),
  /** The time until which the proposer may complete the signed swap. */
  agreedUntil: v.nullable(v.string()),
  /** True if the partner's signature has left the marketplace. From then on, only the ledger can end the swap. */
  handedOut: v.boolean(),
  /** The cost of the Batch in drops, paid by the proposer; null until the partner has signed. */
  feeDrops: v.nullable(Drops),
  /** The transaction that transferred the first work. */
  txid: v.nullable(TransactionHash),
  /** Reason why the swap ended without being executed. */
  message: v.nullable(v.string()),
})
export type Swap = v.InferOutput<typeof Swap>

export const SwapReply = v.object({ ...Swap.entries, ...peopleField })
export type SwapReply = v.InferOutput<typeof SwapReply>
export const SwapsReply = v.object({ swaps: v.array(Swap), ...peopleField })
export type SwapsReply = v.InferOutput<typeof SwapsReply>
export const EndSwapReply = v.object({ status: v.literal('success'), data: SwapReply })
