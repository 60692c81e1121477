import type { ReactNode } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { Auction, Nft } from '#contract/schemas/nfts.ts'
import type { XrpPrice } from '#contract/schemas/prices.ts'
import { saleState, smallestBid } from '#contract/rules/sale-state.ts'
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
    return <AuctionBlock auction={state.auction} history={nft.history} viewer={viewer} xrpPrice={xrpPrice} />
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
      <p className={css.quiet}>
        {nft.owner === viewer ? t('You have not set a price.') : t('Its owner has not set a price.')}
      </p>
    </Block>
  )
}

interface AuctionBlockProps {
  auction: Auction
  history: Nft['history']
  viewer: string | null
  xrpPrice: XrpPrice | null
}

/** Bids of an auction that are shown beside its price. */
const shownBids = 5

/** The price to beat, the end, the next bid, and the bids since the auction was opened. */
function AuctionBlock({ auction, history, viewer, xrpPrice }: AuctionBlockProps) {
  const { topBid, startAmount, endsAt } = auction
  const opened = history.findIndex(({ type, step }) => type === 'sell_offer' && !step)
  const bids = history
    .slice(0, opened < 0 ? history.length : opened)
    .filter(({ type, amount }) => type === 'buy_offer' && amount !== null)
  return (
    <Block name={topBid === null ? t('Auction, start price') : t('Auction, top bid')}>
      <Large>
        <Changed value={JSON.stringify(topBid?.amount ?? startAmount)}>
          <AmountText amount={topBid?.amount ?? startAmount} />
        </Changed>
        <Beside amount={topBid?.amount ?? startAmount} price={xrpPrice} />
      </Large>
      <dl className={css.pair}>
        <div>
          <dt>{t('Ends in')}</dt>
          <dd>
            <Countdown until={endsAt} over={t('Ended, being settled')} />
          </dd>
        </div>
        <div>
          <dt>{t('Ends on')}</dt>
          <dd>
            <time dateTime={endsAt}>{formatMoment(Date.parse(endsAt))}</time>
          </dd>
        </div>
        <div>
          <dt>{t('Next bid')}</dt>
          <dd>
            {topBid === null
              ? rich('from {amount}', { amount: <AmountText amount={smallestBid(startAmount)} /> })
              : rich('above {amount}', { amount: <AmountText amount={topBid.amount} /> })}
          </dd>
        </div>
        {topBid !== null && (
          <div>
            <dt>{t('Top bid by')}</dt>
            <dd>
              <Address account={topBid.owner} viewer={viewer} />
            </dd>
          </div>
        )}
      </dl>
      {bids.length > 0 && (
        <>
          <h2 className={css.bidsTitle}>{t('Bid history')}</h2>
          <ol className={css.bids}>
            {bids.slice(0, shownBids).map(({ txid, amount, buyer, date }) => (
              <li key={txid}>
                <span>{amount !== null && <AmountText amount={amount} />}</span>
                <span>{buyer !== null && <Address account={buyer} viewer={viewer} />}</span>
                <RelativeTime at={date} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Block>
  )
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
