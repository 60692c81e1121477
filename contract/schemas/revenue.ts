import * as v from 'valibot'
import { createClaimedSchema } from './claims.ts'
import { CollectionId } from './lists.ts'
import { peopleField } from './people.ts'
import { Payees, SplitId } from './splits.ts'

export const SetSplitBody = createClaimedSchema({
  collectionID: CollectionId,
  /** Without payees the artist gets everything. */
  payees: Payees,
})
export type SetSplitBody = v.InferOutput<typeof SetSplitBody>

export const AgreeToSplitBody = createClaimedSchema({ split: SplitId })

/**
 * Reservations of works that are minted on demand, by outcome, and the payouts to each account. Amounts are in drops,
 * or in millionths of the currency.
 */
export const SalesReport = v.object({
  sold: v.number(),
  /** Reserved for buyers who have not paid yet. */
  waiting: v.number(),
  /** Reservations that ended without a sale. */
  lapsed: v.number(),
  /** The sum of the prices, and the fee and royalty included in it. */
  priceDrops: v.string(),
  feeDrops: v.string(),
  royaltyDrops: v.string(),
  /** The artist, or the payees in order. */
  payees: v.array(v.object({ account: v.string(), paidDrops: v.string(), owedDrops: v.string() })),
})
export type SalesReport = v.InferOutput<typeof SalesReport>

export const RevenueReply = v.object({ ...SalesReport.entries, ...peopleField })
export type RevenueReply = v.InferOutput<typeof RevenueReply>

/** Number of sold works per page. */
export const salesPage = 500

/** The id of a sale. The list continues after it. */
export const AfterSale = v.optional(v.pipe(v.string(), v.uuid('This is not the id of a sale.')))

/** Sold works in the order of their ids. */
export const DropSalesReply = v.object({
  sales: v.array(
    v.object({
      _id: v.string(),
      name: v.string(),
      /** The number of a print; null for other works. */
      number: v.nullable(v.number()),
      nftokenID: v.string(),
      buyer: v.string(),
      /** Index of the phase of an edition, from 0; null for other works. */
      phase: v.nullable(v.number()),
      priceDrops: v.string(),
      feeDrops: v.string(),
      royaltyDrops: v.string(),
      /** The share of the artist, or of each payee. */
      parts: v.array(v.object({ account: v.string(), drops: v.string(), paid: v.boolean() })),
      at: v.string(),
    }),
  ),
  /** The id of the sale after which the next page begins; null at the end. */
  next: v.nullable(v.string()),
})
export type DropSalesReply = v.InferOutput<typeof DropSalesReply>
