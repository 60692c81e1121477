import { useRef, useState } from 'react'
import type { Amount, IssuedAmount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { classicAddressPattern } from '#contract/rules/ledger.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { actions, type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { amountFields, offerAmount } from '#contract/rules/offers.ts'
import type { OfferTransaction } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { nftPrice } from '#web/kit/amounts/nft-price.ts'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { emptyDraft, type OfferDraft, storedOfferDraft } from '#web/wallet/offer-draft.ts'
import { offerTransaction } from '#web/wallet/offer-transaction.ts'
import { useLowPrice } from '#web/wallet/selling/use-low-prices.tsx'
import { useTrustLine } from '#web/wallet/trust-lines/use-trust-line.ts'
import { bidExpiration } from './auction-bid.ts'
import { fieldsOf, type FormField, formErrors } from './offer-fields.ts'

const notSettled = t('The marketplace does not trade this currency, so it cannot settle an auction in it.')

/** Returns the amount if its currency has a complete issuer; otherwise null. */
function issuedOf(amount: Amount | null): IssuedAmount | null {
  return amount !== null && !isDrops(amount) && classicAddressPattern.test(amount.issuer) ? amount : null
}

/**
 * Returns true for a sale without the marketplace. To broker a sale, the marketplace needs a buyer's offer, and for a
 * non-transferable work only the issuer can make one.
 */
const isDirectSale = (kind: OfferKind, nft: Nft, draft: OfferDraft) =>
  offerKinds[kind].buyers === 'all' && (draft.direct || !nft.flags.transferable)

function directNote(kind: OfferKind, isOwnSale: boolean, notBrokered: boolean): string | null {
  if (isOwnSale)
    return t(
      'The marketplace cannot sell this work for you. This becomes a direct offer on the ledger: it has no fee, and anyone who pays the price can accept it.',
    )
  const { brokered, auction } = offerKinds[kind]
  if (!brokered || auction === 'starts' || !notBrokered) return null
  return actions[kind].offerOf === 'seller'
    ? t(
        'The marketplace does not trade this currency. This becomes a direct offer on the ledger: it has no fee, and anyone who pays the price can accept it.',
      )
    : t(
        'The marketplace does not trade this currency. This becomes a direct offer on the ledger: it has no fee, and the owner accepts it on the ledger.',
      )
}

/** Returns the price at which everyone can buy; null for a bid, an auction, or an offer to one account. */
function publicPrice(kind: OfferKind, receiver: string | null, amount: Amount | null): Amount | null {
  const { buyers } = offerKinds[kind]
  return buyers === 'all' || (buyers === 'named or all' && receiver === null) ? amount : null
}

/** Returns the state of the offer form: input, errors, price and the resulting transaction. */
export function useOfferForm(nft: Nft, kind: OfferKind, account: string, initialDraft: OfferDraft | null) {
  const settings = useSettings()
  const side = actions[kind].offerOf
  const rules = offerKinds[kind]
  const auction = rules.auction === 'bids' ? nft.onAuction : null
  const draftStorage = storedOfferDraft(nft.nftokenID, kind)
  const form = useDraftForm<OfferDraft, FormField>(
    () => initialDraft ?? draftStorage.read() ?? emptyDraft(kind),
    draftStorage.tryWrite,
  )
  const { draft } = form
  const [openedAt] = useState(() => Date.now())
  const typedFields = fieldsOf(kind, draft, settings.tokens, openedAt)
  // Bids must use the auction's currency.
  const fields =
    auction === null
      ? typedFields
      : { ...typedFields, ...amountFields(auction.startAmount), value: typedFields.value }
  const amount = offerAmount(kind, fields)
  const issuedCurrency = issuedOf(amount)
  const line = useTrustLine(issuedCurrency)
  const notBrokered = issuedCurrency !== null && line.data?.brokered === false
  const errors = formErrors(kind, draft, fields, account, auction)
  if (rules.auction === 'starts' && notBrokered) errors.push({ field: 'currency', message: notSettled })
  const isOwnSale = isDirectSale(kind, nft, draft)
  const isBrokered = rules.brokered && !isOwnSale && (issuedCurrency === null || line.data?.brokered === true)
  const receiver = fields.destination === '' ? null : fields.destination
  const sells = side === 'seller'
  const lowPrice = useLowPrice(nft, publicPrice(kind, receiver, amount))
  const price = nftPrice(
    nft,
    {
      kind,
      amount: amount ?? '0',
      brokered: isBrokered,
      seller: sells ? account : nft.owner,
      buyer: sells ? receiver : account,
      ...(line.data === undefined ? {} : { transferRate: line.data.transferRate }),
    },
    settings.ownerReserveDrops,
  )

  // The same draft returns the same transaction, so that a retry after a lost reply does not create a second offer.
  const preparedOffer = useRef<{ of: OfferDraft; transaction: OfferTransaction } | null>(null)
  const transaction = (now: number): OfferTransaction | null => {
    if (amount === null || errors.length > 0 || lowPrice.unconfirmed) return null
    // The destination depends on whether the marketplace brokers the currency, which is not loaded yet.
    if (issuedCurrency !== null && line.data === undefined) return null
    if (preparedOffer.current?.of === draft) return preparedOffer.current.transaction
    const { destination, expiration } = fieldsOf(kind, draft, settings.tokens, now)
    const next = offerTransaction({
      side,
      account,
      nftokenID: nft.nftokenID,
      owner: nft.owner,
      amount,
      destination,
      expiration: auction === null ? expiration : bidExpiration(auction),
      broker: isBrokered ? settings.owner : null,
    })
    preparedOffer.current = { of: draft, transaction: next }
    return next
  }
  return {
    draft,
    change: form.change,
    leave: form.leave,
    showErrors: () => form.attempt(false),
    sent: draftStorage.remove,
    /** Returns the error to show at a field; null for none. */
    errorOf: (field: FormField) => form.shown(errors, field),
    fields,
    issued: issuedCurrency,
    line,
    /** Explains why this becomes a direct offer without the marketplace; null if it does not. */
    direct: directNote(kind, isOwnSale, notBrokered),
    price,
    lowPrice,
    isComplete: amount !== null && errors.length === 0 && !lowPrice.unconfirmed,
    hasAmount: amount !== null && errors.every(({ field }) => field !== 'value'),
    transaction,
  }
}

export type OfferForm = ReturnType<typeof useOfferForm>
