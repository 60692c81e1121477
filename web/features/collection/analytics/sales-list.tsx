import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SalesWindow } from '#worker/contract/list-addresses.ts'
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
    return window === '24h' ? 'Sales of the last 24 hours' : 'Sales of the last 7 days'
  return from !== undefined && from === to
    ? `Sales of ${formatDay(Date.parse(from))}`
    : 'All sales of this time'
}

/** The sales that the figures are made of, newest first. */
export function SalesList({ id, from, to, window, marked, onEveryDay }: SalesListProps) {
  const list = useInfiniteQuery(
    collectionSalesQuery({ id, from, to, window, marked: marked ? 'true' : undefined }),
  )
  const viewer = useAccount()
  return (
    <section id="sales" aria-label="Sales" className={css.records}>
      <p className={css.title}>{titleOf({ from, to, window })}</p>
      {onEveryDay !== null && (
        <div className={css.day}>
          <Button onClick={onEveryDay}>Show every day</Button>
        </div>
      )}
      <PagedList
        title="Sales"
        list={list}
        items={list.data?.pages.flatMap(({ sales }) => sales)}
        skeleton={<Skeleton height="12rem" />}
        empty="No sales in this time"
        advice="Choose a longer time."
        maxAutoPages={1}
      >
        {(sales) => (
          <div className={records.scroll}>
            <table className={records.table}>
              <thead>
                <tr>
                  <th scope="col">Work</th>
                  <th scope="col">Price</th>
                  <th scope="col">From</th>
                  <th scope="col">To</th>
                  <th scope="col">Marked</th>
                  <th scope="col" className={records.last}>
                    When
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
                    <td>{marks.length === 0 ? '–' : marks.map((mark) => markNames[mark]).join(', ')}</td>
                    <td className={records.last}>
                      <ExplorerLink page="transaction" id={txid} title={`Transaction ${txid}`} plain>
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
