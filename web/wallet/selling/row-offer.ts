import { validateOffer, offerAmount, type OfferFields } from '#contract/rules/offers.ts'
import type { OfferTransaction } from '#contract/schemas/sign-requests.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { offerTransaction } from '#web/wallet/offer-transaction.ts'
import type { BatchState } from './batch-state.ts'

/** Converts a row to the fields that the contract validates. */
function fieldsOf(state: BatchState, value: string, tokens: readonly ListedToken[]): OfferFields {
  const token = tokens.find(({ symbol }) => symbol === state.currency)
  const currency =
    token !== undefined
      ? { currency: token.currency, issuer: token.issuer }
      : state.currency === 'custom'
        ? { currency: state.customCurrency.trim(), issuer: state.customIssuer.trim() }
        : { currency: 'XRP', issuer: '' }
  return { ...currency, value: value.trim(), destination: '', expiration: null, now: 0, batch: true }
}

/** Returns the errors of a row's price and of the shared currency. */
export function rowErrors(state: BatchState, value: string, tokens: readonly ListedToken[]) {
  return validateOffer('listForSale', fieldsOf(state, value, tokens))
}

interface Seller {
  account: string
  nftokenID: string
  /** The marketplace's account if it brokers the currency. */
  broker: string | null
}

/** Builds the offer of a row; null if its price is invalid. */
export function rowTransaction(
  state: BatchState,
  value: string,
  tokens: readonly ListedToken[],
  { account, nftokenID, broker }: Seller,
): OfferTransaction | null {
  const fields = fieldsOf(state, value, tokens)
  const amount = offerAmount('listForSale', fields)
  if (amount === null || validateOffer('listForSale', fields).length > 0) return null
  return offerTransaction({
    side: 'seller',
    account,
    nftokenID,
    owner: account,
    amount,
    destination: '',
    expiration: null,
    broker,
  })
}
