import { Suspense, useState } from 'react'
import type { NftHistoryEntry } from '#contract/schemas/nfts.ts'
import { t, rich } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { EventIcon } from '#web/kit/nfts/event-icon.tsx'
import { eventAmount, eventName } from '#web/kit/nfts/event-names.ts'
import { keyedEvents } from '#web/kit/nfts/keyed-events.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useArrivals } from '#web/ui/use-arrivals.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { chartedSale, chartHeight, firstEvents } from './history-size.ts'
import css from './work-history.module.css'

const PriceChart = lazyCode(async () => (await import('#web/kit/charts/price-chart.tsx')).PriceChart)
interface WorkHistoryProps {
  history: NftHistoryEntry[]
  /** History entries that are displayed as lines. All entries of a purchase share one line. */
  events: NftHistoryEntry[]
  viewer: string | null
}

/** History of a work, newest first. */
export function WorkHistory({ history, events, viewer }: WorkHistoryProps) {
  const [showsAll, setAll] = useState(false)
  const work = chartedSale(history)?.nft
  const rows = keyedEvents(events)
  const hasArrived = useArrivals(rows.map(([key]) => key))
  const visibleRows = showsAll ? rows : rows.slice(0, firstEvents)
  return (
    <>
      {work !== undefined && (
        <div style={{ minBlockSize: chartHeight }}>
          <Suspense fallback={<Skeleton height={chartHeight} />}>
            <PriceChart id={work} fallback={<Skeleton height={chartHeight} />} />
          </Suspense>
        </div>
      )}
      <ol className={css.events}>
        {visibleRows.map(([key, entry]) => (
          <Event key={key} entry={entry} viewer={viewer} isNew={hasArrived(key)} />
        ))}
      </ol>
      {visibleRows.length < events.length && (
        <Button look="quiet" flush onClick={() => setAll(true)}>
          {t('Show all {count} events', { count: events.length })}
        </Button>
      )}
    </>
  )
}

interface EventProps {
  entry: NftHistoryEntry
  viewer: string | null
  isNew: boolean
}

function Event({ entry, viewer, isNew }: EventProps) {
  const { type, seller, buyer, date, txid, payments } = entry
  const amount = eventAmount(entry)
  const byBuyer = type === 'buy_offer' || type === 'mint'
  return (
    <li className={css.event} data-changed={isNew || undefined}>
      <EventIcon type={type} />
      <div className={css.words}>
        <p>
          <span className={css.name}>{eventName(entry)}</span>
          {seller !== null && (
            <> {rich('by {account}', { account: <Address account={seller} viewer={viewer} /> })}</>
          )}
          {buyer !== null && (
            <>
              {' '}
              {byBuyer
                ? rich('by {account}', { account: <Address account={buyer} viewer={viewer} /> })
                : rich('to {account}', { account: <Address account={buyer} viewer={viewer} /> })}
            </>
          )}
        </p>
        {payments.map((payment) => (
          <p key={payment.txid} className={css.second}>
            {rich('{amount} paid to {address}', {
              amount: <AmountText amount={payment.amount} />,
              address: <Address account={payment.destination} viewer={viewer} />,
            })}
          </p>
        ))}
      </div>
      <p className={css.amount}>{amount !== null && <AmountText amount={amount} />}</p>
      <p className={css.when}>
        <ExplorerLink page="transaction" id={txid} title={t('Transaction {txid}', { txid })} plain>
          <RelativeTime at={date} />
        </ExplorerLink>
      </p>
    </li>
  )
}
