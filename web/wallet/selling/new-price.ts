import type { Amount } from '#contract/schemas/amounts.ts'
import { dateToRippleTime, tfSellNFToken } from '#contract/rules/ledger.ts'
import { amountFields, offerAmount, validateOffer } from '#contract/rules/offers.ts'
import type { ListingTransaction } from '#contract/schemas/sign-requests.ts'

/** Terms that a new offer takes over from the old one: currency, destination and expiration. */
export interface OldTerms {
  amount: Amount
  destination: string | null
  /** Seconds of the Ripple epoch; null for no expiration. */
  expiration: number | null
}

function fieldsOf({ amount }: OldTerms, value: string) {
  const currency = amountFields(amount)
  return { ...currency, value: value.trim(), destination: '', expiration: null, now: 0, batch: true }
}

/** Returns the problem with a new price; null if it is valid. */
export function priceError(terms: OldTerms, value: string): string | null {
  return validateOffer('listForSale', fieldsOf(terms, value))[0]?.message ?? null
}

/** Returns the typed price in the currency of the old offer; null if it is invalid. */
export function newAmount(terms: OldTerms | null, value: string): Amount | null {
  return terms !== null && priceError(terms, value) === null
    ? offerAmount('listForSale', fieldsOf(terms, value))
    : null
}

interface Relisted {
  account: string
  nftokenID: string
  terms: OldTerms
}

/** Builds the offer at a new price. Omits an expiration that has passed. Null if the price is invalid. */
export function newListing(
  { account, nftokenID, terms }: Relisted,
  value: string,
  now: Date,
): ListingTransaction | null {
  const amount = newAmount(terms, value)
  if (amount === null) return null
  const { destination, expiration } = terms
  return {
    TransactionType: 'NFTokenCreateOffer',
    Account: account,
    NFTokenID: nftokenID,
    Amount: amount,
    Flags: tfSellNFToken,
    ...(destination === null ? {} : { Destination: destination }),
    ...(expiration === null || expiration <= dateToRippleTime(now) ? {} : { Expiration: expiration }),
  }
}
