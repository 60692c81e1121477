import { type FormEvent, useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { StandingBid } from '#contract/schemas/standing-bids.ts'
import { actions, type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { t } from '#web/messages.ts'
import { type ApiError, sentenceOf } from '#web/api/error.ts'
import { needsOf } from '#web/kit/amounts/nft-price.ts'
import { PriceRows } from '#web/kit/amounts/price-rows.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { RetryButton } from '#web/kit/retry-button.tsx'
import formActions from '#web/kit/form-actions.module.css'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { OfferDraft } from '#web/wallet/offer-draft.ts'
import { Preparing } from '#web/wallet/requests/preparing.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { SellIntoBidDialog } from './sell-into-bid-dialog.tsx'
import { AmountFields } from './amount-fields.tsx'
import { BestStandingBid } from './best-standing-bid.tsx'
import { DestinationFields } from './destination-fields.tsx'
import { ExpirationFields } from './expiration-fields.tsx'
import { BidBalance, OfferFacts, PriceSuggestions } from './offer-facts.tsx'
import css from './offer-dialog.module.css'
import { offerTexts } from './offer-kinds.ts'
import { ReserveNote } from './reserve-note.tsx'
import { useMakeOffer } from './use-make-offer.ts'
import { type OfferForm, useOfferForm } from './use-offer-form.ts'

interface OfferDialogProps {
  nft: Nft
  kind: OfferKind
  /** Input of an earlier attempt, for a retry; null for none. */
  draft: OfferDraft | null
  account: string
  onClose: () => void
}

/** The dialog for all six kinds of offers, with the total price. */
export function OfferDialog({ nft, kind, draft: initialDraft, account, onClose }: OfferDialogProps) {
  const texts = offerTexts(nft, kind, initialDraft)
  const { auction, free } = offerKinds[kind]
  const form = useOfferForm(nft, kind, account, initialDraft)
  const { busy, refusal, make } = useMakeOffer(nft, kind, form, onClose)
  const { draft, issued, price, line } = form
  const [bidToAccept, setBidToAccept] = useState<StandingBid | null>(null)
  const side = actions[kind].offerOf
  const isSeller = side === 'seller'
  // The fee depends on whether the marketplace brokers the currency, so the price rows wait for that reply.
  const waits = issued !== null && line.data === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.lowPrice.unconfirmed) form.lowPrice.show()
    if (!busy && !waits) make()
  }
  if (bidToAccept !== null)
    return <SellIntoBidDialog nft={nft} title={nftTitle(nft)} bid={bidToAccept} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={texts.title(nftTitle(nft))} description={texts.description}>
      <form className={css.form} onSubmit={submit} noValidate>
        <OfferFacts nft={nft} kind={kind} account={account} />
        {kind === 'listForSale' && <BestStandingBid nft={nft} onChoose={setBidToAccept} />}
        <AmountFields nft={nft} kind={kind} form={form} />
        <PriceSuggestions nft={nft} kind={kind} account={account} form={form} />
        <DestinationFields kind={kind} form={form} />
        <ExpirationFields kind={kind} form={form} />
        {auction === 'starts' && (
          <Checkbox
            checked={draft.extend}
            onChange={(extend) => form.change({ extend })}
            hint={t(
              'Each of these bids extends the auction by five minutes, up to 11 hours in total, so that other bidders have time to respond.',
            )}
          >
            {t('Extend the auction when a bid arrives in the last five minutes')}
          </Checkbox>
        )}
        {issued !== null && line.data === undefined && line.error !== null && (
          <div className={css.warning} role="alert">
            <p>
              {t("We couldn't check how this currency is traded. {sentenceOf}", {
                sentenceOf: sentenceOf(line.error),
              })}
            </p>
            <div>
              <RetryButton error={line.error} onClick={() => void line.refetch()} />
            </div>
          </div>
        )}
        {form.direct !== null && (
          <p className={css.warning} role="note">
            {form.direct}
          </p>
        )}
        {issued !== null && (
          <TrustLineNote
            amount={issued}
            receives={isSeller}
            needs={needsOf(price)}
            retry={{ nftokenID: nft.nftokenID, intent: { action: kind, draft } }}
          />
        )}
        {texts.amount !== null && form.hasAmount && (
          <div className={css.price}>
            {waits ? (
              line.error === null && <PriceRowsSkeleton />
            ) : (
              <PriceRows price={price} side={side} whole creator={nft.issuer} />
            )}
          </div>
        )}
        {form.lowPrice.note}
        {!isSeller && <BidBalance form={form} />}
        {auction === 'starts' && (
          <p className={css.quiet}>
            {t(
              'Bids start at the start price plus 1 %. The marketplace fee of 1 % is taken from the winning bid.',
            )}
          </p>
        )}
        {!free && <KindHelp kind={kind} />}
        <ReserveNote drops={price.reserveDrops} until="offer" />
        <div role="alert">{refusal !== null && <Refused refusal={refusal} kind={kind} form={form} />}</div>
        <Preparing action={kind} busy={busy} />
        <div className={formActions.actions}>
          <RetryButton
            error={refusal}
            look="primary"
            size="large"
            type="submit"
            busy={busy || (waits && line.error === null)}
            unready={!form.isComplete}
          >
            {t('Continue in your wallet')}
          </RetryButton>
          <Button size="large" onClick={onClose}>
            {t('Not now')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The reason why nothing was requested, and the next step if there is one. */
function Refused({ refusal, kind, form }: { refusal: ApiError; kind: OfferKind; form: OfferForm }) {
  return (
    <div className={css.warning}>
      <p>{refusal.message}</p>
      {refusal.code === 'tag_required' && (
        <Checkbox checked={form.draft.tagAgreed} onChange={(tagAgreed) => form.change({ tagAgreed })}>
          {t('The recipient has confirmed to me that this address can accept NFTs')}
        </Checkbox>
      )}
      {refusal.code === 'direct_only' && offerKinds[kind].buyers === 'all' && form.direct === null && (
        <div>
          <Button onClick={() => form.change({ direct: true })}>{t('Offer it directly')}</Button>
        </div>
      )}
      <p className={css.quiet}>{t('Nothing was signed. What you typed is still here.')}</p>
    </div>
  )
}

function KindHelp({ kind }: { kind: OfferKind }) {
  return offerKinds[kind].auction !== 'none' ? (
    <HelpLink topic="auctions">{t('How auctions work')}</HelpLink>
  ) : (
    <HelpLink topic="fees">{t('How fees and royalties work')}</HelpLink>
  )
}

/** Placeholder until the page knows whether the marketplace brokers the currency. */
function PriceRowsSkeleton() {
  return (
    <div>
      <LoadingNote subject={t('the fee of this currency')} />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height="1.75rem" />
      ))}
    </div>
  )
}
