import type { ReactNode } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { Auction, Nft, Offer } from '#contract/schemas/nfts.ts'
import type { XrpPrice } from '#contract/schemas/prices.ts'
import { saleState } from '#contract/rules/sale-state.ts'
import { t, rich } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { PriceRows } from '#web/kit/amounts/price-rows.tsx'
import { FiatText } from '#web/kit/amounts/fiat-text.tsx'
import { nftPrice } from '#web/kit/amounts/nft-price.ts'
import { Changed } from '#web/ui/changed.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { formatMoment } from '#web/ui/durations.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useNow } from '#web/ui/use-now.ts'
import css from './price-block.module.css'

/** Price, fee, royalty and total of a listing; otherwise the state of the auction or transfer, or that it is not for sale. */
export function PriceBlock({
  nft,
  viewer,
  xrpPrice,
}: {
  nft: Nft
  viewer: string | null
  xrpPrice: XrpPrice | null
}) {
  const { owner, ownerReserveDrops } = useSettings()
  const state = saleState(nft, viewer, owner)
  if (state.kind === 'auction')
    return <AuctionBlock auction={state.auction} bids={nft.buyOffers} viewer={viewer} xrpPrice={xrpPrice} />
  if (state.kind === 'listed') {
    const { offer, brokered } = state
    const price = nftPrice(
      nft,
      { kind: 'buyNow', amount: offer.amount, brokered, seller: offer.owner, buyer: viewer },
      ownerReserveDrops,
    )
    return (
      <Block name={t('Price')}>
        <Large>
          <Changed value={JSON.stringify(offer.amount)}>
            <AmountText amount={offer.amount} />
          </Changed>
          <Beside amount={offer.amount} price={xrpPrice} />
        </Large>
        <PriceRows price={price} side={nft.owner === viewer ? 'seller' : 'buyer'} />
      </Block>
    )
  }
  if (state.kind === 'transfer') {
    return (
      <Block name={t('Transfer offer')}>
        <Large>{t('Free of charge')}</Large>
        <p className={css.quiet}>
          {state.to === 'Public'
            ? t('Offered to Public')
            : rich('Offered to {account}', { account: <Address account={state.to} viewer={viewer} /> })}
        </p>
      </Block>
    )
  }
  return (
    <Block name={t('Price')}>
      <Large>{t('Not listed')}</Large>
      <LastSale history={nft.history} />
      <p className={css.quiet}>
        {nft.owner === viewer ? t('You have not set a price.') : t('Its owner has not set a price.')}
      </p>
    </Block>
  )
}

/** The latest sale with the red dot of galleries; nothing for a work that was never sold. */
function LastSale({ history }: Pick<Nft, 'history'>) {
  const sale = history.find(({ type }) => type === 'sale')
  if (sale === undefined || sale.amount === null) return null
  return (
    <p className={css.sold}>
      <span className={css.dot} aria-hidden="true" />
      {rich('Sold, {price}, {when}', {
        price: <AmountText amount={sale.amount} />,
        when: <RelativeTime at={sale.date} />,
      })}
    </p>
  )
}

interface AuctionBlockProps {
  auction: Auction
  bids: Offer[]
  viewer: string | null
  xrpPrice: XrpPrice | null
}

/** In the last ten minutes the clock turns red. */
const lastMinutesMs = 10 * 60 * 1000

/**
 * The price to beat, the clock, and the viewer's position. Its height is the same after each bid, so that the button below does
 * not move.
 */
function AuctionBlock({ auction, bids, viewer, xrpPrice }: AuctionBlockProps) {
  const { topBid, startAmount, endsAt } = auction
  const isEnding = Date.parse(endsAt) - useNow(1000) < lastMinutesMs
  return (
    <Block name={topBid === null ? t('Auction, start price') : t('Auction, top bid')}>
      <Large>
        <Changed value={JSON.stringify(topBid?.amount ?? startAmount)}>
          <AmountText amount={topBid?.amount ?? startAmount} />
        </Changed>
        <Beside amount={topBid?.amount ?? startAmount} price={xrpPrice} />
      </Large>
      <p className={css.standing} role="status">
        <Standing topBid={topBid} bids={bids} viewer={viewer} />
      </p>
      <dl className={css.clock}>
        <dt>{t('Ends in')}</dt>
        <dd data-ending={isEnding}>
          <Countdown until={endsAt} over={t('Ended, being settled')} />
        </dd>
        <dd className={css.quiet}>
          <time dateTime={endsAt}>{formatMoment(Date.parse(endsAt))}</time>
        </dd>
      </dl>
    </Block>
  )
}

/** Who leads, from the viewer's side. */
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

function Beside({ amount, price }: { amount: Amount; price: XrpPrice | null }) {
  if (price === null || !isDrops(amount)) return null
  return (
    <span className={css.usd}>
      {' '}
      <FiatText drops={amount} price={price} />
    </span>
  )
}

function Block({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={css.block} aria-label={t('Sale')}>
      <p className={css.name}>{name}</p>
      {children}
    </section>
  )
}

function Large({ children }: { children: ReactNode }) {
  return <p className={css.large}>{children}</p>
}
