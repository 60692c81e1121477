import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { NftReply } from '#contract/schemas/nfts.ts'
import { type SaleState, saleState } from '#contract/rules/sale-state.ts'
import { rich, t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { needsOf, type NftPrice, nftPrice } from '#web/kit/amounts/nft-price.ts'
import { PriceRows } from '#web/kit/amounts/price-rows.tsx'
import { FiatText } from '#web/kit/amounts/fiat-text.tsx'
import { HelpLink } from '#web/kit/help-link.tsx'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { type BuyerProblem, guardOf, useBuyerProblem } from '#web/wallet/buyer-problem.ts'
import { isRandomlyMintable } from '#web/kit/nfts/randomly-mintable.ts'
import { PromoField, usePromoCode } from '#web/kit/promo-code.tsx'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import css from '#web/wallet/confirm-dialog.module.css'
import { asAWhole, useOneSignature } from '#web/wallet/session/use-one-signature.ts'
import { Preparing } from '#web/wallet/requests/preparing.tsx'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { useTrustLine } from '#web/wallet/trust-lines/use-trust-line.ts'
import { WorkSummary } from '#web/wallet/work-summary.tsx'
import summary from '#web/wallet/work-summary.module.css'
import { ReserveNote } from './offer/reserve-note.tsx'
import { useBuyNow } from './use-buy-now.ts'

interface BuyDialogProps {
  reply: NftReply
  account: string
  /** Promo code entered in an earlier attempt. */
  promoCode: string | undefined
  onClose: () => void
}

/** The confirm step of a purchase, with the total price. If the price changes, asks for confirmation again. */
export function BuyDialog({ reply, account, promoCode, onClose }: BuyDialogProps) {
  const { nft, collection } = reply
  const { owner: marketplace, ownerReserveDrops } = useSettings()
  const state = saleState(nft, account, marketplace)
  const description = useDescription(state)
  const listedSale =
    state.kind === 'listed' && !isRandomlyMintable(nft, collection, marketplace) ? state : null
  const issuedAmount =
    listedSale !== null && !isDrops(listedSale.offer.amount) ? listedSale.offer.amount : null
  const line = useTrustLine(issuedAmount)
  const offer =
    listedSale === null
      ? null
      : {
          ...listedSale,
          price: nftPrice(
            nft,
            {
              kind: 'buyNow',
              amount: listedSale.offer.amount,
              brokered: listedSale.brokered,
              seller: listedSale.offer.owner,
              buyer: account,
              ...(line.data === undefined ? {} : { transferRate: line.data.transferRate }),
            },
            ownerReserveDrops,
          ),
        }
  // A collection's buying rules apply to sales by its issuer.
  const primary = offer !== null && offer.offer.owner === nft.issuer && collection !== null
  const promo = usePromoCode(primary ? collection._id : null, promoCode)
  const problem = useBuyerProblem(guardOf(nft, collection))
  const { changedPrice, refusal, busy, agree, buy } = useBuyNow(nft, offer, promo, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Buy {nftTitle}', { nftTitle: nftTitle(nft) })}
      description={description}
    >
      <div className={css.confirm}>
        {offer !== null && <Purchase reply={reply} price={offer.price} />}
        {issuedAmount !== null && (
          <TrustLineNote
            amount={issuedAmount}
            needs={needsOf(offer?.price)}
            receives={false}
            retry={{ nftokenID: nft.nftokenID, intent: { action: 'buyNow', promoCode: promo.code } }}
          />
        )}
        <PromoField promo={promo} />
        <BuyNote changedPrice={changedPrice} refusal={refusal} problem={problem} isGone={offer === null} />
        <Preparing action="buyNow" busy={busy} />
        <div className={css.actions}>
          {offer !== null && (
            <RetryButton
              error={refusal}
              look="primary"
              size="large"
              busy={busy}
              disabled={problem !== null}
              onClick={changedPrice === null ? buy : agree}
            >
              {changedPrice === null ? t('Continue in your wallet') : t('Accept the new price')}
            </RetryButton>
          )}
          <Button size="large" onClick={onClose}>
            {offer === null ? t('Close') : t('Not now')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/**
 * The work, its total price and the remaining balance. The parts of the price are collapsed, except for issued
 * currencies.
 */
function Purchase({ reply: { nft, xrpPrice }, price }: { reply: NftReply; price: NftPrice }) {
  const { buyerPays } = price
  const drops = isDrops(buyerPays) ? buyerPays : null
  return (
    <>
      <WorkSummary nft={nft} collection={nft.collectionInfo?.name ?? null}>
        <p className={summary.quiet}>{t('Total you pay')}</p>
        <p className={summary.total}>
          <AmountText amount={buyerPays} />
        </p>
        {xrpPrice !== null && drops !== null && (
          <p className={summary.quiet}>
            <FiatText drops={drops} price={xrpPrice} />
          </p>
        )}
      </WorkSummary>
      {drops !== null && <BalanceNote costDrops={BigInt(drops)} />}
      <details className={summary.details} open={drops === null}>
        <summary>{t('Price, fee and royalty')}</summary>
        <PriceRows price={price} whole creator={nft.issuer} xrpPrice={xrpPrice} />
        <ReserveNote drops={price.reserveDrops} until="sale" />
        <HelpLink topic="fees">{t('How fees and royalties work')}</HelpLink>
      </details>
    </>
  )
}

function useDescription(state: SaleState): string {
  const whole = useOneSignature() === true && state.kind === 'listed' && state.brokered
  return joinSentences(
    whole ? asAWhole : t('You sign one offer in your wallet.'),
    t('Nothing is paid until you sign.'),
  )
}

interface BuyNoteProps {
  /** The confirmed price, if the price has changed since; otherwise null. */
  changedPrice: Amount | null
  refusal: Error | null
  problem: BuyerProblem | null
  /** True if the listing no longer exists. */
  isGone: boolean
}

function BuyNote({ changedPrice, refusal, problem, isGone }: BuyNoteProps) {
  const sentence = isGone
    ? t('This work is no longer for sale at a fixed price.')
    : changedPrice !== null
      ? rich('The price has changed: it was {changed} when you looked. The new price is above.', {
          changed: <AmountText amount={changedPrice} />,
        })
      : (refusal?.message ?? problem?.message ?? null)
  return (
    <div role="alert">
      {sentence !== null && (
        <div className={css.note}>
          <p>{sentence}</p>
          <p className={css.quiet}>{t('Nothing was paid.')}</p>
        </div>
      )}
    </div>
  )
}
