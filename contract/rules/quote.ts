import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from './amounts.ts'
import { bidLessFee, brokerFeeOf, fundingOf, priceWithFee, royaltyOf, subtractAmounts } from './money.ts'
import { actions, type OfferKind, offerKinds } from './actions.ts'

/** A quote can be requested for making an offer, for buying a listing, and for accepting a bid or a sell offer. */
export type QuoteKind = OfferKind | 'buyNow' | 'acceptBid' | 'acceptSellOffer'

export interface QuoteFacts {
  kind: QuoteKind
  /** Price of a listing, start price, or bid. */
  amount: Amount
  /** True if the offer is addressed to the marketplace, which then matches it and charges the fee. */
  brokered: boolean
  /** The token's transfer fee, in 1/100,000. */
  transferFee: number
  /** True if the token's issuer is the seller or the buyer. Then no royalty is due. */
  issuerTakesPart: boolean
  /** Transfer rate of the currency's issuer, in billionths; 1,000,000,000 means no fee. */
  transferRate?: number
  /** The reserve for one ledger object: `Settings.ownerReserveDrops`. */
  ownerReserveDrops: bigint
}

export interface Quote {
  price: Amount
  /** The marketplace's fee; zero if the marketplace is not involved. */
  fee: Amount
  /** The royalty of the token's issuer. */
  royalty: Amount
  sellerGets: Amount
  buyerPays: Amount
  /** The balance that the buyer needs: for issued currencies, `buyerPays` plus the issuer's transfer rate. */
  buyerNeeds: Amount
  /** The amount that the ledger locks in the signer's account while the offer exists. */
  reserveDrops: bigint
}

const isOffer = (kind: QuoteKind): kind is OfferKind => kind in offerKinds

/** True if the buyer names the amount, which then includes the fee. */
export const isBid = (kind: QuoteKind): boolean =>
  isOffer(kind) ? actions[kind].offerOf === 'buyer' : kind === 'acceptBid'

/** Returns the role of the offer in an auction; `none` for accepting an offer. */
export const auctionPartOf = (kind: QuoteKind) => (isOffer(kind) ? offerKinds[kind].auction : 'none')

/** Accepting an offer directly creates no object that locks a reserve. */
const takes = new Set<QuoteKind>(['acceptSellOffer'])

/**
 * Returns the full price breakdown, the same for the dialog and for the server (docs/money.md, 4). The fee is added to
 * a listing and deducted from a bid. An auction is quoted at its start price, the minimum for the seller's side.
 */
export function quote(facts: QuoteFacts): Quote {
  const { kind, amount, brokered, transferFee, issuerTakesPart, transferRate = 1_000_000_000 } = facts
  const zero: Amount = isDrops(amount) ? '0' : { ...amount, value: '0' }
  const fee = brokered ? brokerFeeOf(amount) : zero
  const includesFee = isBid(kind)
  const buyerPays = includesFee || !brokered ? amount : priceWithFee(amount)
  const afterFee = includesFee && brokered ? bidLessFee(amount) : amount
  const royalty = royaltyOf(afterFee, transferFee, issuerTakesPart)
  return {
    price: amount,
    fee,
    royalty,
    sellerGets: subtractAmounts(afterFee, royalty),
    buyerPays,
    buyerNeeds: fundingOf(buyerPays, transferRate),
    reserveDrops: takes.has(kind) || (kind === 'buyNow' && !brokered) ? 0n : facts.ownerReserveDrops,
  }
}
