import { type ReactNode, useState } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import { dropsToXrp, isDrops, readableDecimal } from '#contract/rules/amounts.ts'
import { compareAmounts, isPositive, sameCurrency } from '#contract/rules/money.ts'
import type { NftReply } from '#contract/schemas/nfts.ts'
import { saleState } from '#contract/rules/sale-state.ts'
import { rich, t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { currencyTitle } from '#web/kit/amounts/currency.ts'
import { nftPrice } from '#web/kit/amounts/nft-price.ts'
import { PriceRows } from '#web/kit/amounts/price-rows.tsx'
import { HelpLink } from '#web/kit/help-link.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { Field } from '#web/ui/field.tsx'
import css from '#web/wallet/confirm-dialog.module.css'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { useOneSignature } from '#web/wallet/session/use-one-signature.ts'
import type { PriceDraft } from '#web/wallet/trade-intent.ts'
import { WorkSummary } from '#web/wallet/work-summary.tsx'
import { useLowPrice } from './use-low-prices.tsx'
import { newAmount, newListing, type OldTerms, priceError } from './new-price.ts'

interface RepriceDialogProps {
  reply: NftReply
  account: string
  /** Earlier input, or the offer to change; null for the listing of the work. */
  draft: PriceDraft | null
  onClose: () => void
}

/**
 * Returns the account's sell offers for a work, and the terms that a new price keeps: those of the draft, or else of
 * the listing.
 */
function useOldOffers({ nft }: NftReply, account: string, draft: PriceDraft | null) {
  const { owner: marketplace } = useSettings()
  const state = saleState(nft, account, marketplace)
  const offers = nft.sellOffers.filter(({ owner, amount }) => owner === account && isPositive(amount))
  const listing = state.kind === 'listed' ? state.offer : offers[0]
  const terms: OldTerms | null = draft?.terms ?? listing ?? null
  return {
    offers,
    terms,
    endedOffers: state.kind === 'auction' ? t('It is up for auction: its price cannot be changed.') : null,
    brokered: terms?.destination === marketplace,
  }
}

/**
 * Changes the price of an own listing. With one signature, the old offers are cancelled and the new one is created
 * together. With two, the old offers are cancelled first, so that nobody can buy at the old price afterwards.
 */
export function RepriceDialog({ reply, account, draft, onClose }: RepriceDialogProps) {
  const { nft } = reply
  const { offers, terms, endedOffers, brokered } = useOldOffers(reply, account, draft)
  const { tokens, ownerReserveDrops } = useSettings()
  const isOneSignature = useOneSignature()
  const { busy, refusal, ask } = useSigning(onClose)
  const [value, setValue] = useState(draft?.value || (terms === null ? '' : typedAmount(terms.amount)))
  const [isSubmitted, setSubmitted] = useState(false)
  const [openedAt] = useState(() => new Date())
  const amount = newAmount(terms, value)
  const lowPrice = useLowPrice(nft, amount)
  if (terms === null || endedOffers !== null)
    return (
      <ConfirmDialog
        title={t('Change the price of {nftTitle}', { nftTitle: nftTitle(nft) })}
        description={endedOffers ?? t('It is no longer listed: it was sold, or the listing was cancelled.')}
        action={null}
        busy={false}
        refusal={null}
        onConfirm={onClose}
        onClose={onClose}
      />
    )
  const error = sameAs(amount, terms) ? t('This is already the price.') : priceError(terms, value)
  const replaces = offers.map(({ nft_offer_index: id }) => id)
  const confirm = () => {
    setSubmitted(true)
    const txjson = newListing({ account, nftokenID: nft.nftokenID, terms }, value, openedAt)
    if (error === null && lowPrice.unconfirmed) return lowPrice.show()
    if (error !== null || txjson === null || isOneSignature === null) return
    const retry = { action: 'changePrice', draft: { value, terms } } as const
    const request = nftRequest(nft, { action: 'changePrice', amount: txjson.Amount, retry })
    if (replaces.length === 0) return ask('requestTransaction', { body: { txjson } }, request)
    if (isOneSignature) return ask('changePrices', { body: { rows: [{ txjson, replaces }] } }, request)
    return ask(
      'requestTransaction',
      {
        body: {
          txjson: { TransactionType: 'NFTokenCancelOffer', Account: account, NFTokenOffers: replaces },
        },
      },
      { ...request, action: 'cancelOldPrice', amount: terms.amount },
    )
  }
  const unit = isDrops(terms.amount) ? 'XRP' : currencyTitle(terms.amount, tokens)
  const facts = {
    kind: brokered ? ('listForSale' as const) : ('offerDirectly' as const),
    brokered,
    seller: account,
    buyer: brokered ? null : terms.destination,
  }
  return (
    <ConfirmDialog
      title={t('Change the price of {nftTitle}', { nftTitle: nftTitle(nft) })}
      description={describe(replaces.length, isOneSignature, terms.amount)}
      action={t('Continue in your wallet')}
      busy={busy || isOneSignature === null}
      // Until the reply arrives, it is unknown whether one signature is enough.
      {...(isOneSignature === null
        ? {}
        : { signs: replaces.length === 0 || isOneSignature ? 'changePrice' : 'cancelOldPrice' })}
      refusal={refusal}
      barred={lowPrice.unconfirmed}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <WorkSummary nft={nft} collection={nft.collectionInfo?.name ?? null} />
      <Field
        label={t('New price')}
        value={value}
        onChange={setValue}
        onLeave={() => value !== '' && setSubmitted(true)}
        onEnter={() => void confirm()}
        error={isSubmitted ? error : null}
        inputMode="decimal"
        placeholder="0.00"
        suffix={unit}
      />
      {amount !== null && (
        <PriceRows
          price={nftPrice(nft, { ...facts, amount }, ownerReserveDrops)}
          side="seller"
          whole
          creator={nft.issuer}
        />
      )}
      {lowPrice.note}
      <HelpLink topic="fees">{t('How fees and royalties work')}</HelpLink>
      {replaces.length > 1 && (
        <p className={css.quiet}>
          {t('It replaces your {count} sell offers for this work.', { count: replaces.length })}
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Formats an amount for its input field. */
const typedAmount = (amount: Amount) =>
  isDrops(amount) ? readableDecimal(dropsToXrp(BigInt(amount))) : amount.value

const sameAs = (amount: ReturnType<typeof newAmount>, { amount: old }: OldTerms) =>
  amount !== null && sameCurrency(amount, old) && compareAmounts(amount, old) === 0

function describe(replacedCount: number, isOneSignature: boolean | null, old: Amount): ReactNode {
  if (replacedCount === 0)
    return t('The old offer is cancelled. This signature offers the work at its new price.')
  const methodText =
    isOneSignature === false
      ? t('You sign twice: first to cancel the old offer, then to make the new one.')
      : t('You approve once: the old price ends and the new one starts together.')
  return rich('It is offered for {old}. {how}', { old: <AmountText amount={old} />, how: methodText })
}
