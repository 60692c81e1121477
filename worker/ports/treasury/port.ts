import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import type { EpochTerms } from '#draw-verifier/draw-records.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { BatchPart } from '#worker/ledger/batch-signature.ts'
import type { BatchTerms } from '#worker/ledger/batch-sale.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'

export interface SignedOwn {
  blob: string
  hash: string
}

/** An offer by its id, with its maker and its destination. */
export interface KnownOffer {
  id: string
  owner: string
  destination: string | null
}

/**
 * Permitted uses of the marketplace's key. Each order contains everything that the policy checks; `sell` and `buy` are
 * the amounts of the two offers.
 */
export type TreasuryOrder =
  | { kind: 'broker'; tx: Fields; sell: Amount; buy: Amount; feeOf: 'listing' | 'bid' }
  /** Offers in the index that the marketplace made or that are addressed to it. */
  | { kind: 'cancel'; tx: Fields; offers: KnownOffer[] }
  | { kind: 'tickets'; tx: Fields }
  /** An on-demand item for its buyer: minted for the artist, or taken from inventory. */
  | {
      kind: 'mint'
      tx: Fields
      artist: string
      buyer: string
      priceDrops: bigint
      currency: SaleCurrency
      isClaim: boolean
    }
  | { kind: 'offer'; tx: Fields; buyer: string; priceDrops: bigint; currency: SaleCurrency; isClaim: boolean }
  /**
   * The payout to the artist for an on-demand sale at `priceDrops` of its currency, or a payee's share of it (the payee is
   * `artist`).
   */
  | {
      kind: 'payout'
      tx: Fields
      artist: string
      priceDrops: bigint
      royaltyDrops: bigint
      currency: SaleCurrency
      split: { shares: number[]; place: number } | null
    }
  /** Burns the unsold token of a withdrawn item, which the item records. */
  | { kind: 'burn'; tx: Fields; item: { removed: boolean; tokenId: string; artist: string } }
  /** Updates the metadata of a print of a closed edition with the total number of prints. */
  | { kind: 'total'; tx: Fields; print: { tokenId: string; artist: string; uri: string } }
  /** Publishes in a memo the order of an epoch of draws, or the requests to be drawn next. */
  | { kind: 'epoch'; tx: Fields; terms: EpochTerms }
  | { kind: 'anchor'; tx: Fields; root: string; count: number }

/** A Batch in which the marketplace takes part: the whole Batch, its sales and its terms. */
export interface PartOrder {
  batch: Fields
  sales: BatchSale[]
  terms: BatchTerms
}

/** Thrown for an order that the policy never allows. Do not retry. */
export class PolicyRefusal extends Refusal {
  constructor(reason: string) {
    super('internal', `The marketplace key refuses to sign: ${reason}.`)
  }
}

/** The marketplace account's keys. They sign only what their policy allows and never leave the adapter. */
export interface TreasuryPort {
  readonly account: string
  /** The addresses of the keys, the current one first. Usually one; two while the regular key changes. */
  readonly keys: readonly string[]
  /** Signs the transaction of an order with one of the keys, by default the first. Throws PolicyRefusal. */
  sign(order: TreasuryOrder, key?: string): SignedOwn
  /** Returns the marketplace's signature for its part of a Batch, valid for this Batch only. Throws PolicyRefusal. */
  signPart(order: PartOrder, key?: string): BatchPart
}
