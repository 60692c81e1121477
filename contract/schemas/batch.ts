import type { Amount, Currency } from './amounts.ts'

/**
 * Maximum number of rows per signature: a Batch has at most eight transactions, and a reprice needs one to cancel.
 * Source: XLS-56.
 */
export const maxRows = { list: 8, reprice: 7, mint: 8 } as const

/** One sale of a Batch: the data from which its inner transactions are built. Stored as JSON. */
export type BatchSale =
  /** The customer buys a listing that the marketplace matches. */
  | { kind: 'listing'; nftId: string; owner: string; sellOfferId: string; price: Amount }
  /** The customer buys a listing that anyone can accept. */
  | { kind: 'direct'; nftId: string; owner: string; sellOfferId: string; price: Amount }
  /** The customer takes a bid that the marketplace matches. */
  | { kind: 'bid'; nftId: string; buyOfferId: string; bidder: string; bid: Amount }
  | DemandSale

/** An on-demand item for the customer: minted for its artist, or offered from inventory; then the artist is paid. */
export interface DemandSale {
  kind: 'demand'
  itemId: string
  artist: string
  /** Price in millionths of the currency. */
  priceDrops: string
  /** The currency of the price; absent for XRP. */
  currency?: Currency
  /** True for a free print of an edition. */
  isClaim?: true
  payoutTag: number | null
  /** Payees who share the artist's part, in order. Payees that are not paid in the Batch are paid afterwards. */
  payees?: { account: string; perMille: number; tag: number | null; inBatch: boolean }[]
  offer:
    | { tokenId: string }
    | { tokenId: null; taxon: number; transferFee: number; flags: number; uri: string }
}
