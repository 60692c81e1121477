import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SalesWindow } from '#worker/contract/list-addresses.ts'
import { m } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { markNames } from '#web/kit/charts/mark-names.ts'
import { formatDay } from '#web/kit/charts/formats.ts'
import { collectionSalesQuery } from '#web/kit/collections/queries.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import records from '#web/kit/lists/records.module.css'
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
  /** The last hours or days, instead. */
  window: SalesWindow | undefined
  marked: boolean
  /** Ends the choice of a day or window; null when none is chosen. */
  onEveryDay: (() => void) | null
}

function titleOf({ from, to, window }: Pick<SalesListProps, 'from' | 'to' | 'window'>): string {
  if (window !== undefined)
    return window === '24h'
      ? m.collection_sales_list_sales_last_24_hours
      : m.collection_sales_list_sales_last_7_days
  return from !== undefined && from === to
    ? m.collection_sales_list_sales_of({ day: formatDay(Date.parse(from)) })
    : m.collection_sales_list_all_sales_time
}

/** The sales that the figures are made of, newest first. */
export function SalesList({ id, from, to, window, marked, onEveryDay }: SalesListProps) {
  const list = useInfiniteQuery(
    collectionSalesQuery({ id, from, to, window, marked: marked ? 'true' : undefined }),
  )
  const viewer = useAccount()
  return (
    <section id="sales" aria-label={m.common_sales} className={css.records}>
      <p className={css.title}>{titleOf({ from, to, window })}</p>
      {onEveryDay !== null && (
        <div className={css.day}>
          <Button onClick={onEveryDay}>{m.collection_sales_list_show_every_day}</Button>
        </div>
      )}
      <PagedList
        title={m.common_sales}
        list={list}
        items={list.data?.pages.flatMap(({ sales }) => sales)}
        skeleton={<Skeleton height="12rem" />}
        empty={m.collection_analytics_tab_no_sales_time}
        advice={m.collection_sales_list_choose_a_longer_time}
        maxAutoPages={1}
      >
        {(sales) => (
          <div className={records.scroll}>
            <table className={records.table}>
              <thead>
                <tr>
                  <th scope="col">{m.collection_analytics_tab_work}</th>
                  <th scope="col">{m.common_price}</th>
                  <th scope="col">{m.collection_sales_list_from}</th>
                  <th scope="col">{m.collection_sales_list_to}</th>
                  <th scope="col">{m.collection_analytics_tab_marked}</th>
                  <th scope="col" className={records.last}>
                    {m.collection_analytics_tab_when}
                  </th>
                </tr>
              </thead>
              <tbody>
                {sales.map(({ txid, nft, name, seller, buyer, drops, at, marks }) => (
                  <tr key={`${txid} ${nft}`} data-dead={marks.length > 0}>
                    <td>
                      <Link to="/nft/$id" params={{ id: nft }}>
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
                    <td>{marks.length === 0 ? '–' : joinList(marks.map((mark) => markNames[mark]))}</td>
                    <td className={records.last}>
                      <ExplorerLink
                        page="transaction"
                        id={txid}
                        title={m.collection_sales_list_transaction({ txid })}
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
