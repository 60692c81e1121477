import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PriceHistoryReply } from '#worker/contract/figures.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { formatMoment } from '#web/ui/durations.ts'
import { Chart } from './chart.tsx'
import { formatDayTick, formatXrpTick } from './formats.ts'
import { priceHistoryQuery } from './queries.ts'
import { salePoint } from './sale-points.tsx'

/** What a work was sold for, from its second sale on; renders nothing before. Load it lazily. */
export function PriceChart({ id, fallback }: { id: string; fallback: ReactNode }) {
  const query = useQuery(priceHistoryQuery(id))
  return (
    <QueryStates query={query} pending={fallback}>
      {(reply) => <Prices id={id} data={reply} />}
    </QueryStates>
  )
}

function Prices({ id, data }: { id: string; data: PriceHistoryReply }) {
  if (data.salesCount < 2) return null
  const left = data.salesCount - data.sales.length
  return (
    <Chart
      title="Price history"
      heading="h3"
      note={
        <>
          {left > 0 && `The newest ${data.sales.length} of ${data.salesCount.toLocaleString('en')} sales. `}
          {data.since !== null && `Sales in XRP since ${formatMoment(Date.parse(data.since))}.`}
        </>
      }
      kind="line"
      points={data.sales.map((sale) => salePoint(sale, Date.parse(sale.at), { withWork: false }))}
      xAxis="time"
      formatX={formatDayTick}
      formatY={formatXrpTick}
      columns={['When', 'Price', 'From', 'To']}
      fileColumns={['time', 'price_xrp', 'seller', 'buyer', 'marks', 'transaction']}
      file={`opx-prices-${id.slice(-8)}`}
      empty="No sales yet"
    />
  )
}
