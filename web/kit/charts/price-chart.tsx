import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PriceHistoryReply } from '#contract/schemas/figures.ts'
import { t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { formatMoment } from '#web/ui/durations.ts'
import { Chart } from './chart.tsx'
import { formatDayTick, formatXrpTick } from './formats.ts'
import { salePoint } from './sale-points.tsx'
import { operationQuery } from '#web/api/queries.ts'

function priceHistoryQuery(id: string) {
  return operationQuery('getPriceHistory', { query: { id } })
}

/** Sale prices of a work. Renders nothing for fewer than two sales. Load it lazily. */
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
  const unchartedCount = data.salesCount - data.sales.length
  return (
    <Chart
      title={t('Price history')}
      heading="h3"
      note={joinSentences(
        unchartedCount > 0 &&
          t('The newest {shown, number} of {count, number} sales.', {
            shown: data.sales.length,
            count: data.salesCount,
          }),
        data.since !== null &&
          t('Sales in XRP since {moment}.', { moment: formatMoment(Date.parse(data.since)) }),
      )}
      kind="line"
      points={data.sales.map((sale) => salePoint(sale, Date.parse(sale.at), { withWork: false }))}
      xAxis="time"
      formatX={formatDayTick}
      formatY={formatXrpTick}
      columns={[t('When'), t('Price'), t('From'), t('To')]}
      fileColumns={['time', 'price_xrp', 'seller', 'buyer', 'marks', 'transaction']}
      file={`opx-prices-${id.slice(-8)}`}
      empty={t('No sales yet')}
    />
  )
}
