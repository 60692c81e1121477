import type { XrpPrice } from '#contract/schemas/prices.ts'
import type { Auction, Offer } from '#contract/schemas/nfts.ts'
import { t, rich } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { Changed } from '#web/ui/changed.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { formatMoment } from '#web/ui/durations.ts'
import { useNow } from '#web/ui/use-now.ts'
import css from './sale-block.module.css'
import { FiatBeside, SaleBlock, SalePrice } from './sale-block.tsx'

interface AuctionBlockProps {
  auction: Auction
  bids: Offer[]
  viewer: string | null
  xrpPrice: XrpPrice | null
}

/** The clock turns red in the last ten minutes. */
const lastMinutesMs = 10 * 60 * 1000

/**
 * The price to outbid, the clock, and the viewer's position. The height does not change with a bid, so that the button
 * below does not move.
 */
export function AuctionBlock({ auction, bids, viewer, xrpPrice }: AuctionBlockProps) {
  const { topBid, startAmount, endsAt } = auction
  const msLeft = Date.parse(endsAt) - useNow(1000)
  return (
    <SaleBlock name={topBid === null ? t('Auction, start price') : t('Auction, top bid')}>
      <SalePrice>
        <Changed value={JSON.stringify(topBid?.amount ?? startAmount)}>
          <AmountText amount={topBid?.amount ?? startAmount} />
        </Changed>
        <FiatBeside amount={topBid?.amount ?? startAmount} xrpPrice={xrpPrice} />
      </SalePrice>
      <p className={css.standing} role="status">
        <Standing topBid={topBid} bids={bids} viewer={viewer} />
      </p>
      <dl className={css.clock}>
        <dt>{t('Ends in')}</dt>
        <dd data-ending={msLeft > 0 ? msLeft < lastMinutesMs : 'over'}>
          <Countdown until={endsAt} over={t('Ended, being settled')} />
        </dd>
        <dd className={css.quiet}>
          <time dateTime={endsAt}>{formatMoment(Date.parse(endsAt))}</time>
        </dd>
      </dl>
      {auction.extends && (
        <p className={css.extends}>
          {t('A bid in the last five minutes extends the auction by five minutes.')}
        </p>
      )}
    </SaleBlock>
  )
}

/** Says who is leading, from the viewer's perspective. */
function Standing({
  topBid,
  bids,
  viewer,
}: Pick<AuctionBlockProps, 'bids' | 'viewer'> & { topBid: Offer | null }) {
  if (topBid === null) return t('No bid has reached the start price yet.')
  if (topBid.owner === viewer) return <strong data-leads="true">{t('You lead.')}</strong>
  if (viewer !== null && bids.some(({ owner }) => owner === viewer))
    return <strong data-leads="false">{t('You were outbid.')}</strong>
  return rich('Top bid by {account}', { account: <Address account={topBid.owner} viewer={viewer} /> })
}
