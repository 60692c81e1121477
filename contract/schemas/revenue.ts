import * as v from 'valibot'
import { claimed } from './claims.ts'
import { CollectionId } from './lists.ts'
import { peopleField } from './people.ts'
import { Payees, SplitId } from './splits.ts'

export const SetSplitBody = claimed({
  collectionID: CollectionId,
  /** Without payees the artist gets everything. */
  payees: Payees,
})
export type SetSplitBody = v.InferOutput<typeof SetSplitBody>

export const AgreeToSplitBody = claimed({ split: SplitId })

/** What has become of the reservations of works that are minted on demand, and who was paid what. Amounts in drops, or in millionths of the currency. */
export const SalesReport = v.object({
  sold: v.number(),
  /** Reserved for buyers who have not paid yet. */
  waiting: v.number(),
  /** Reservations that ended without a sale. */
  lapsed: v.number(),
  /** The sum of the prices, and what of it was fee and royalty. */
  priceDrops: v.string(),
  feeDrops: v.string(),
  royaltyDrops: v.string(),
  /** The artist, or the payees in their order. */
  payees: v.array(v.object({ account: v.string(), paidDrops: v.string(), owedDrops: v.string() })),
})
export type SalesReport = v.InferOutput<typeof SalesReport>

export const RevenueReply = v.object({ ...SalesReport.entries, ...peopleField })
export type RevenueReply = v.InferOutput<typeof RevenueReply>

/** Sold works in a page of the list. */
export const salesPage = 500

/** The id of a sale, to continue a list after it. */
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
      /** Place of the phase of an edition, from 0; null for other works. */
      phase: v.nullable(v.number()),
      priceDrops: v.string(),
      feeDrops: v.string(),
      royaltyDrops: v.string(),
      /** The part of the artist, or of each payee. */
      parts: v.array(v.object({ account: v.string(), drops: v.string(), paid: v.boolean() })),
      at: v.string(),
    }),
  ),
  /** The sale to continue after; null at the end. */
  next: v.nullable(v.string()),
})
export type DropSalesReply = v.InferOutput<typeof DropSalesReply>
