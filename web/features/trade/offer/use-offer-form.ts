import { useRef, useState } from 'react'
import { type IssuedAmount, isDrops } from '#worker/contract/amounts.ts'
import type { Nft } from '#worker/contract/nfts.ts'
import { amountFields, offerAmount, type OfferKind } from '#worker/contract/offer-rules.ts'
import type { OfferTransaction } from '#worker/contract/sign-requests.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { nftPrice } from '#web/kit/amounts/nft-price.ts'
import { useTrustLine } from '#web/wallet/trust-lines/use-trust-line.ts'
import { bidExpiration, bidFault } from './auction-bid.ts'
import { emptyDraft, loadDraft, type OfferDraft, saveDraft } from '#web/wallet/offer-draft.ts'
import { fieldsOf, type FormErrors, formErrors } from './offer-fields.ts'
import { kindFacts } from './offer-kinds.ts'
import { offerTransaction } from '#web/wallet/offer-transaction.ts'
import { classicAddressPattern } from '#worker/contract/ledger.ts'

/** What is typed, what is wrong with it, what it would cost, and the transaction that it makes. */
export function useOfferForm(nft: Nft, kind: OfferKind, account: string, given: OfferDraft | null) {
  const settings = useSettings()
  const [draft, setDraft] = useState(
    () => given ?? loadDraft(sessionStorage, nft.nftokenID, kind) ?? emptyDraft(kind),
  )
  const [left, setLeft] = useState<ReadonlySet<keyof FormErrors>>(new Set())
  const [tried, setTried] = useState(false)
  const [openedAt] = useState(() => Date.now())
  // The same draft makes the same transaction: asking again after a lost answer must not look like another offer.
  const made = useRef<{ of: OfferDraft; transaction: OfferTransaction } | null>(null)

  const change = (changes: Partial<OfferDraft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    saveDraft(sessionStorage, nft.nftokenID, kind, next)
  }
  const { onAuction } = nft
  const typed = fieldsOf(draft, settings.tokens, openedAt)
  // Bids are in the currency that the auction began in.
  const fields =
    kind === 'bid_auction' && onAuction !== null
      ? { ...typed, ...amountFields(onAuction.startAmount), value: typed.value }
      : typed
  const errors = formErrors(kind, draft, fields, account)
  const amount = offerAmount(kind, fields)
  if (kind === 'bid_auction' && onAuction !== null && errors.value === undefined && amount !== null) {
    const fault = bidFault(amount, onAuction)
    if (fault !== null) errors.value = fault
  }
  const issued: IssuedAmount | null =
    amount !== null && !isDrops(amount) && classicAddressPattern.test(amount.issuer) ? amount : null
  const line = useTrustLine(issued)
  const wanted = kindFacts[kind].brokered
  if (kind === 'run_auction' && issued !== null && line.data?.brokered === false)
    errors.currency = 'The marketplace does not trade this currency, so it cannot settle an auction in it.'
  const brokered = wanted && (issued === null || line.data?.brokered === true)
  const seller = kindFacts[kind].side === 'seller' ? account : nft.owner
  const receiver = fields.destination === '' ? null : fields.destination
  const price = nftPrice(
    nft,
    {
      kind,
      amount: amount ?? '0',
      brokered,
      seller,
      buyer: kindFacts[kind].side === 'buyer' ? account : receiver,
      ...(line.data === undefined ? {} : { transferRate: line.data.transferRate }),
    },
    settings.ownerReserveDrops,
  )

  const transaction = (): OfferTransaction | null => {
    if (amount === null || Object.keys(errors).length > 0) return null
    // Whether the marketplace trades the currency decides whom the offer is addressed to: it is never guessed.
    if (issued !== null && line.data === undefined) return null
    if (made.current?.of === draft) return made.current.transaction
    const { destination, expiration } = fieldsOf(draft, settings.tokens, Date.now())
    const next = offerTransaction({
      side: kindFacts[kind].side,
      account,
      nftokenID: nft.nftokenID,
      owner: nft.owner,
      amount,
      destination,
      expiration: kind === 'bid_auction' && onAuction !== null ? bidExpiration(onAuction) : expiration,
      broker: brokered ? settings.owner : null,
    })
    made.current = { of: draft, transaction: next }
    return next
  }
  const shown: FormErrors = {}
  for (const [field, message] of Object.entries(errors) as [keyof FormErrors, string][])
    if (tried || left.has(field)) shown[field] = message

  return {
    draft,
    change,
    leave: (field: keyof FormErrors) => setLeft((fields) => new Set([...fields, field])),
    tryIt: () => setTried(true),
    sent: () => saveDraft(sessionStorage, nft.nftokenID, kind, null),
    errors: shown,
    fields,
    issued,
    line,
    brokered,
    /** The currency is one that the marketplace does not trade: it becomes a direct offer. */
    direct: wanted && kind !== 'run_auction' && issued !== null && line.data?.brokered === false,
    price,
    hasAmount: amount !== null && errors.value === undefined,
    transaction,
  }
}

export type OfferForm = ReturnType<typeof useOfferForm>
