import { isDrops } from '#contract/rules/amounts.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import { WorkSummary } from '#web/wallet/work-summary.tsx'
import summary from '#web/wallet/work-summary.module.css'
import type { OfferForm } from './use-offer-form.ts'

/**
 * Figures for bidders to compare with: the floor of the collection, the price, and the highest bid. Bids come highest
 * first.
 */
export function BidFacts({ nft }: { nft: Nft }) {
  const floor = nft.collectionInfo?.floorPriceDrops ?? null
  const top = nft.buyOffers.find(({ problem }) => problem === null)
  return (
    <WorkSummary nft={nft}>
      <dl className={summary.rows}>
        {floor !== null && (
          <div>
            <dt>{t('Floor of the collection')}</dt>
            <dd>
              <AmountText amount={floor} />
            </dd>
          </div>
        )}
        {nft.floorPrice !== null && (
          <div>
            <dt>{t('Price of this work')}</dt>
            <dd>
              <AmountText amount={nft.floorPrice} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('Top bid')}</dt>
          <dd>{top === undefined ? t('None yet') : <AmountText amount={top.amount} />}</dd>
        </div>
      </dl>
    </WorkSummary>
  )
}

/** The remaining balance if the bid is accepted. */
export function BidBalance({ form: { price, hasAmount } }: { form: OfferForm }) {
  const { buyerPays } = price
  return <BalanceNote costDrops={hasAmount && isDrops(buyerPays) ? BigInt(buyerPays) : null} />
}
