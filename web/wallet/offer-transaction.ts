import type { Amount } from '#contract/schemas/amounts.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import type { ListingTransaction, OfferTransaction } from '#contract/schemas/sign-requests.ts'

export interface OfferTerms {
  side: 'seller' | 'buyer'
  account: string
  nftokenID: string
  /** Owner of the token. */
  owner: string
  amount: Amount
  /** The account named in the form; empty for none. */
  destination: string
  /** Seconds of the Ripple epoch; null for no expiration. */
  expiration: number | null
  /** The marketplace's account if it matches the offer; null for a direct offer. */
  broker: string | null
}

/** Builds the transaction of an offer (docs/money.md, 5). */
export function offerTransaction(terms: OfferTerms): OfferTransaction {
  const { side, account, nftokenID, owner, amount, expiration, broker } = terms
  const destination = broker ?? terms.destination
  return {
    TransactionType: 'NFTokenCreateOffer',
    Account: account,
    NFTokenID: nftokenID,
    Amount: amount,
    ...(side === 'seller' ? { Flags: tfSellNFToken } : { Owner: owner }),
    ...(destination === '' ? {} : { Destination: destination }),
    ...(expiration === null ? {} : { Expiration: expiration }),
  }
}

/** Converts a sell offer for use in a group that one signature covers. */
export function listingOf({ Owner: _buyOffersOnly, ...offer }: OfferTransaction): ListingTransaction {
  return { ...offer, Flags: tfSellNFToken }
}
