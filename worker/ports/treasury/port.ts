import type { Amount } from '#worker/contract/amounts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'

export interface SignedOwn {
  blob: string
  hash: string
}

/** An offer by its id, with whoever made it and whom it is addressed to. */
export interface KnownOffer {
  id: string
  owner: string
  destination: string | null
}

/**
 * What the marketplace's key may be used for. Each order says all that the policy needs to check it; `sell` and `buy` are
 * what the two offers ask and pay.
 */
export type TreasuryOrder =
  | { kind: 'broker'; tx: Fields; sell: Amount; buy: Amount; feeOf: 'listing' | 'bid' }
  /** Known offers: the marketplace's own, and those addressed to it. */
  | { kind: 'cancel'; tx: Fields; offers: KnownOffer[] }
  | { kind: 'tickets'; tx: Fields }
  /** An on-demand item for its buyer: minted for the artist, or from inventory. */
  | { kind: 'mint'; tx: Fields; artist: string; buyer: string; priceDrops: bigint }
  | { kind: 'offer'; tx: Fields; buyer: string; priceDrops: bigint }
  /** What is left for the artist of an on-demand sale at `priceDrops`. */
  | { kind: 'payout'; tx: Fields; artist: string; priceDrops: bigint; royaltyDrops: bigint }
  /** Inventory of an item that its artist has withdrawn, as the item says. */
  | { kind: 'burn'; tx: Fields; item: { removed: boolean; tokenId: string; artist: string } }

/** An order that the policy does not allow: it never will, so whoever gave it must not wait. */
export class PolicyRefusal extends Refusal {
  constructor(reason: string) {
    super('internal', `The marketplace key refuses to sign: ${reason}.`)
  }
}

/** The marketplace account's key. Signs nothing that its policy does not allow; the key never leaves the adapter. */
export interface TreasuryPort {
  readonly account: string
  /** Throws PolicyRefusal. */
  sign(order: TreasuryOrder): SignedOwn
}
