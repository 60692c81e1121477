import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import type { FiguresSearch } from '#contract/rules/list-addresses.ts'
import { locale, t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { percentOf } from '#web/kit/amounts/percent.ts'
import { collectionBidsQuery } from '#web/kit/bids/queries.ts'
import { FiatCompact } from '#web/kit/amounts/fiat-text.tsx'
import { Changed } from '#web/ui/changed.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import facts from '#web/ui/facts.module.css'
import css from './collection-page.module.css'

/**
 * The statistics of a collection, with the less important ones collapsed. Amounts are in XRP, with the chosen currency
 * below, and link to details.
 */
export function CollectionFigures({ collection }: { collection: CollectionInfo }) {
  const { _id: id, floorPriceDrops, bestOfferDrops, bestOfferNft, lastSale } = collection
  const [isOpen, setOpen] = useState(false)
  const { data: bids } = useQuery({ ...collectionBidsQuery(id), enabled: isOpen })
  const topBidDrops = bids?.levels[0]?.priceDrops ?? null
  const { itemsCount, mintCount, listedCount, ownersCount, salesCount, markedSales } = collection
  const describeSales = (search: FiguresSearch, text: ReactNode) => (
    <Link to="/collection/$id/analytics" params={{ id }} search={search} hash="sales" className={css.figure}>
      {text}
    </Link>
  )
  const describeVolume = (search: FiguresSearch, drops: string) =>
    describeSales(search, <Drops drops={drops} />)
  const renderFiat = (drops: string | null) =>
    drops === null || collection.xrpUsd === null ? null : (
      <FiatCompact drops={drops} usd={collection.xrpUsd} />
    )
  return (
    <div>
      <dl className={facts.facts}>
        <Fact name={t('Floor price')} note={renderFiat(floorPriceDrops)}>
          {floorPriceDrops === null ? (
            t('None listed')
          ) : (
            <Link
              to="/collection/$id/items"
              params={{ id }}
              search={{ sort: 'price_inc', buyable: 'true' }}
              className={css.figure}
            >
              <Drops drops={floorPriceDrops} />
            </Link>
          )}
        </Fact>
        <Fact name={t('24h volume')} note={renderFiat(collection.volumeDrops)}>
          {describeVolume({ window: '24h' }, collection.volumeDrops)}
        </Fact>
        <Fact name={t('Items')}>{itemsCount.toLocaleString(locale)}</Fact>
        <Fact name={t('Minted', { context: 'figure' })}>
          {t('{number} %', { number: percentOf(mintCount, itemsCount) })}
        </Fact>
        <Fact name={t('Owners')}>
          <Link to="/collection/$id/owners" params={{ id }} className={css.figure}>
            {ownersCount.toLocaleString(locale)}
          </Link>
        </Fact>
        <Fact
          name={t('Listed', { context: 'figure' })}
          note={t('{number} %', { number: percentOf(listedCount, itemsCount) })}
        >
          {listedCount.toLocaleString(locale)}
        </Fact>
      </dl>
      <details className={css.all} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('All figures')}</summary>
        <dl className={facts.facts}>
          <Fact name={t('Best offer')} note={renderFiat(bestOfferDrops)}>
            {bestOfferDrops === null || bestOfferNft === null ? (
              t('None')
            ) : (
              <Link to="/nft/$id" params={{ id: bestOfferNft }} className={css.figure}>
                <Drops drops={bestOfferDrops} />
              </Link>
            )}
          </Fact>
          <Fact name={t('Top standing bid')} note={renderFiat(topBidDrops)}>
            {topBidDrops === null ? (
              t('None')
            ) : (
              <Link to="/collection/$id/bids" params={{ id }} className={css.figure}>
                <Drops drops={topBidDrops} />
              </Link>
            )}
          </Fact>
          <Fact name={t('7d volume')} note={renderFiat(collection.volumeWeekDrops)}>
            {describeVolume({ window: '7d' }, collection.volumeWeekDrops)}
          </Fact>
          <Fact name={t('Total volume')} note={renderFiat(collection.volumeAllDrops)}>
            {describeVolume({ range: 'all' }, collection.volumeAllDrops)}
          </Fact>
          <Fact
            name={t('Sales')}
            note={markedSales === 0 ? null : t('{markedSales, number} not counted', { markedSales })}
          >
            {describeSales({ range: 'all' }, salesCount.toLocaleString(locale))}
          </Fact>
          <Fact name={t('Last sale')} note={lastSale === null ? null : <RelativeTime at={lastSale.at} />}>
            {lastSale === null ? (
              t('None yet', { context: 'figure' })
            ) : (
              <Link to="/nft/$id" params={{ id: lastSale.nft }} className={css.figure}>
                <Drops drops={lastSale.drops} />
              </Link>
            )}
          </Fact>
        </dl>
      </details>
    </div>
  )
}

function Drops({ drops }: { drops: string }) {
  return (
    <Changed value={drops}>
      <AmountText amount={drops} compact />
    </Changed>
  )
}

function Fact({ name, note = null, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== null && <div className={css.note}>{note}</div>}
      </dd>
    </div>
  )
}
