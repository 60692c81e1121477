import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SalesWindow } from '#contract/rules/list-addresses.ts'
import { t } from '#web/messages.ts'
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
  const viewer = useAccount()
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
                  <th scope="col">{t('Price')}</th>
                  <th scope="col">{t('From')}</th>
                  <th scope="col">{t('To', { context: 'sale' })}</th>
                  {marked && <th scope="col">{t('Marked')}</th>}
                  <th scope="col" className={records.last}>
                    {t('When')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {sales.map(({ txid, nft, name, image, seller, buyer, drops, at, marks }) => (
                  <tr key={`${txid} ${nft}`} data-dead={marks.length > 0}>
                    <td>
                      <Link to="/nft/$id" params={{ id: nft }} className={css.work}>
                        <WorkPicture media={image} alt="" sizes="48px" largest={150} />
                        {name}
                      </Link>
                    </td>
                    <td>
                      <AmountText amount={drops} />
                    </td>
                    <td>
                      <Address account={seller} viewer={viewer} />
                    </td>
                    <td>
                      <Address account={buyer} viewer={viewer} />
                    </td>
                    {marked && (
                      <td>{marks.length === 0 ? '–' : joinList(marks.map((mark) => markNames[mark]))}</td>
                    )}
                    <td className={records.last}>
                      <ExplorerLink
                        page="transaction"
                        id={txid}
                        title={t('Transaction {txid}', { txid })}
                        plain
                      >
                        <RelativeTime at={at} />
                      </ExplorerLink>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedList>
    </section>
  )
}
