import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SalesWindow } from '#contract/rules/list-addresses.ts'
import type { ListedSale } from '#contract/schemas/figures.ts'
import { rich, t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { markNames } from '#web/kit/charts/mark-names.ts'
import { formatDay } from '#web/kit/charts/formats.ts'
import { collectionSalesQuery } from '#web/kit/collections/queries.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import records from '#web/kit/lists/records.module.css'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './analytics.module.css'

interface SalesListProps {
  id: string
  /** Days (UTC), inclusive. */
  from: string | undefined
  to: string | undefined
  /** The last hours or days, used instead of `from` and `to`. */
  window: SalesWindow | undefined
  marked: boolean
  /** Clears the selected day or window; null if none is selected. */
  onEveryDay: (() => void) | null
}

function titleOf({ from, to, window }: Pick<SalesListProps, 'from' | 'to' | 'window'>): string {
  if (window !== undefined)
    return window === '24h' ? t('Sales in the last 24 hours') : t('Sales in the last 7 days')
  return from !== undefined && from === to
    ? t('Sales of {day}', { day: formatDay(Date.parse(from)) })
    : t('All sales in this period')
}

/** The sales that the charts are based on, newest first. */
export function SalesList({ id, from, to, window, marked, onEveryDay }: SalesListProps) {
  const list = useInfiniteQuery(
    collectionSalesQuery({ id, from, to, window, marked: marked ? 'true' : undefined }),
  )
  return (
    <section id="sales" aria-label={t('Sales')} className={css.records}>
      <p className={css.title}>{titleOf({ from, to, window })}</p>
      {onEveryDay !== null && (
        <div className={css.day}>
          <Button onClick={onEveryDay}>{t('Show every day')}</Button>
        </div>
      )}
      <PagedList
        title={t('Sales')}
        list={list}
        items={list.data?.pages.flatMap(({ sales }) => sales)}
        skeleton={<Skeleton height="12rem" />}
        empty={t('No sales in this period')}
        advice={t('Choose a longer time.')}
        maxAutoPages={1}
      >
        {(sales) => (
          <div className={`${records.scroll} ${css.sales}`} data-sideways>
            <table className={records.table}>
              <thead>
                <tr>
                  <th scope="col">{t('Work')}</th>
                  <th scope="col" className={css.price}>
                    {t('Price')}
                  </th>
                  <th scope="col" className={records.wide}>
                    {t('From')}
                  </th>
                  <th scope="col" className={records.wide}>
                    {t('To', { context: 'sale' })}
                  </th>
                  {marked && (
                    <th scope="col" className={records.wide}>
                      {t('Marked')}
                    </th>
                  )}
                  <th scope="col" className={`${records.last} ${records.wide}`}>
                    {t('When')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {sales.map((sale) => (
                  <SaleRow key={`${sale.txid} ${sale.nft}`} sale={sale} marked={marked} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedList>
    </section>
  )
}

/** A sale. On a phone its accounts and marks are below the work's name, and its time is below the price. */
function SaleRow({ sale, marked }: { sale: ListedSale; marked: boolean }) {
  const viewer = useAccount()
  const { txid, nft, name, image, drops, at } = sale
  const seller = <Address account={sale.seller} viewer={viewer} />
  const buyer = <Address account={sale.buyer} viewer={viewer} />
  const marks = joinList(sale.marks.map((mark) => markNames[mark]))
  const time = (
    <ExplorerLink page="transaction" id={txid} title={t('Transaction {txid}', { txid })} plain>
      <RelativeTime at={at} />
    </ExplorerLink>
  )
  return (
    <tr data-dead={marks !== ''}>
      <td>
        <div className={css.work}>
          <WorkPicture media={image} alt="" sizes="48px" largest={150} />
          <div>
            <Link to="/nft/$id" params={{ id: nft }}>
              {name}
            </Link>
            <div className={`${records.second} ${records.narrow}`}>
              <div>{rich('from {address}', { address: seller })}</div>
              <div>{rich('to {address}', { address: buyer })}</div>
              {marks}
            </div>
          </div>
        </div>
      </td>
      <td className={css.price}>
        <AmountText amount={drops} />
        <span className={`${records.second} ${records.narrow}`}>{time}</span>
      </td>
      <td className={records.wide}>{seller}</td>
      <td className={records.wide}>{buyer}</td>
      {marked && <td className={records.wide}>{marks === '' ? '–' : marks}</td>}
      <td className={`${records.last} ${records.wide}`}>{time}</td>
    </tr>
  )
}
