import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dropsToXrp, formatXrpExact } from '#worker/contract/amounts.ts'
import type { FiguresReply } from '#worker/contract/figures.ts'
import type { FigureRange, FiguresSearch } from '#worker/contract/list-addresses.ts'
import { locale, m } from '#web/messages.ts'
import { joinSentences, sentenceSpace } from '#web/joined.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { Chart, type ChartPoint } from '#web/kit/charts/chart.tsx'
import { formatDay, formatDayTick, formatXrpTick, toXrp } from '#web/kit/charts/formats.ts'
import { salePoint } from '#web/kit/charts/sale-points.tsx'
import { figuresQuery } from '#web/kit/collections/queries.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { formatMoment } from '#web/ui/durations.ts'
import facts from '#web/ui/facts.module.css'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { SalesList } from './sales-list.tsx'
import css from './analytics.module.css'

const ranges: { value: FigureRange; title: string }[] = [
  { value: '7', title: m.collection_analytics_tab_7_days },
  { value: '30', title: m.collection_analytics_tab_30_days },
  { value: '90', title: m.collection_analytics_tab_90_days },
  { value: '365', title: m.collection_analytics_tab_1_year },
  { value: 'all', title: m.collection_analytics_tab_all },
]

interface AnalyticsTabProps {
  id: string
  search: FiguresSearch
  onChange: ChangeSearch<FiguresSearch>
}

/** Charts of a collection, and the sales that they are made of. */
export function AnalyticsTab({ id, search, onChange }: AnalyticsTabProps) {
  const query = useQuery({ ...figuresQuery(id, search), placeholderData: keepPreviousData })
  const marked = search.marked === 'true'
  const isWhole = search.day === undefined && search.window === undefined
  return (
    <section
      aria-label={m.collection_analytics_tab_analytics}
      className={css.tab}
      aria-busy={query.isPlaceholderData}
    >
      <div className={css.bar}>
        <Segmented
          label={m.collection_analytics_tab_range}
          options={ranges}
          value={search.range ?? '90'}
          onChange={(range) =>
            onChange({ range: range === '90' ? undefined : range, day: undefined, window: undefined })
          }
        />
        <Checkbox checked={marked} onChange={(checked) => onChange({ marked: checked ? 'true' : undefined })}>
          {m.collection_analytics_tab_count_marked_sales}
        </Checkbox>
      </div>
      <QueryStates query={query} pending={<ChartsSkeleton />}>
        {(figures) => <Charts id={id} figures={figures} search={search} />}
      </QueryStates>
      <SalesList
        id={id}
        from={isWhole ? (query.data?.from ?? undefined) : search.day}
        to={search.day}
        window={search.window}
        marked={marked}
        onEveryDay={isWhole ? null : () => onChange({ day: undefined, window: undefined })}
      />
      <p className={css.since}>
        <HelpLink topic="figures">{m.collection_analytics_tab_which_sales_are_marked}</HelpLink>
      </p>
    </section>
  )
}

const xrp = (drops: string) => `${formatXrpExact(BigInt(drops))} XRP`
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

function Charts({ id, figures, search }: { id: string; figures: FiguresReply; search: FiguresSearch }) {
  const { since, days, sales, salesCount, volumeDrops, marked, funders, depth } = figures
  const sold = days.filter((day) => day.sales > 0)
  const ranked = sales.filter(({ rank }) => rank !== null)
  const newest =
    sales.length < salesCount &&
    m.collection_analytics_tab_newest_of({ shown: sales.length, count: salesCount })
  const saleColumns = {
    columns: [
      m.collection_analytics_tab_when,
      m.collection_analytics_tab_work,
      m.collection_analytics_tab_rarity_rank,
      m.common_price,
      m.collection_analytics_tab_marked,
    ],
    fileColumns: [
      'time',
      'work',
      'nftoken_id',
      'rarity_rank',
      'price_xrp',
      'seller',
      'buyer',
      'marks',
      'transaction',
    ],
  }
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>{m.common_volume}</dt>
          <dd>
            <a href="#sales">
              <AmountText amount={volumeDrops} compact />
            </a>
          </dd>
        </div>
        <div>
          <dt>{m.common_sales}</dt>
          <dd>
            <a href="#sales">{salesCount.toLocaleString(locale)}</a>
          </dd>
        </div>
        <div>
          <dt>
            {search.marked === 'true'
              ? m.collection_analytics_tab_marked_among_them
              : m.collection_analytics_tab_marked_not_counted}
          </dt>
          <dd>
            <Link
              to="/collection/$id/analytics"
              params={{ id }}
              search={{ ...search, marked: 'true' }}
              hash="sales"
            >
              {marked.sales.toLocaleString(locale)}
              {marked.sales > 0 && (
                <>
                  {' '}
                  (<AmountText amount={marked.volumeDrops} compact />)
                </>
              )}
            </Link>
          </dd>
        </div>
      </dl>
      <p className={css.since}>
        {since !== null &&
          m.collection_analytics_tab_all_figures_xrp_begin({ moment: formatMoment(Date.parse(since)) })}
        {sentenceSpace}
        {funders.unknown > 0 &&
          m.collection_analytics_tab_funded_accounts_sales_not({
            unknown: funders.unknown,
            accounts: funders.accounts,
          })}
      </p>
      <div className={css.charts}>
        <Chart
          title={m.common_floor}
          note={m.collection_analytics_tab_cheapest_listing_end_each}
          kind="steps"
          points={floorPoints(figures)}
          xAxis="time"
          formatX={formatDayTick}
          formatY={formatXrpTick}
          columns={[m.collection_analytics_tab_day, m.common_floor]}
          fileColumns={['day', 'floor_xrp']}
          file={`opx-${id}-floor`}
          empty={m.collection_analytics_tab_no_listings_yet}
        />
        <Chart
          title={m.common_volume}
          note={m.collection_analytics_tab_buyers_paid_each_day}
          kind="bars"
          points={sold.map((day): ChartPoint => {
            const link = (
              <Link
                to="/collection/$id/analytics"
                params={{ id }}
                search={{ ...search, window: undefined, day: day.day }}
                hash="sales"
                resetScroll={false}
              >
                {m.collection_analytics_tab_sales_count({ count: day.sales })}
              </Link>
            )
            return {
              key: day.day,
              x: at(day.day),
              y: toXrp(day.volumeDrops),
              text: m.collection_analytics_tab_sales_day({
                day: formatDay(at(day.day)),
                xrp: xrp(day.volumeDrops),
                sales: day.sales,
              }),
              readout: (
                <>
                  <strong>{xrp(day.volumeDrops)}</strong>
                  <span>{formatDay(at(day.day))}</span>
                  {link}
                </>
              ),
              cells: [formatDay(at(day.day)), xrp(day.volumeDrops), link],
              csv: [day.day, dropsToXrp(BigInt(day.volumeDrops)), String(day.sales)],
            }
          })}
          xAxis="time"
          formatX={formatDayTick}
          formatY={formatXrpTick}
          columns={[m.collection_analytics_tab_day, m.common_volume, m.common_sales]}
          fileColumns={['day', 'volume_xrp', 'sales']}
          file={`opx-${id}-volume`}
          empty={m.collection_analytics_tab_no_sales_time}
        />
        <Chart
          title={m.common_sales}
          note={joinSentences(newest, m.collection_analytics_tab_each_dot_sale_marked)}
          kind="dots"
          points={sales.map((sale) => salePoint(sale, Date.parse(sale.at), { withWork: true }))}
          xAxis="time"
          formatX={formatDayTick}
          formatY={formatXrpTick}
          {...saleColumns}
          file={`opx-${id}-sales`}
          empty={m.collection_analytics_tab_no_sales_time}
        />
        <Chart
          title={m.collection_analytics_tab_listing_depth}
          note={m.collection_analytics_tab_how_many_works_listed}
          kind="steps"
          points={depthPoints(figures)}
          xAxis="number"
          formatX={formatXrpTick}
          formatY={(works) => (Number.isInteger(works) ? String(works) : '')}
          columns={[
            m.common_price,
            m.collection_analytics_tab_works_at_it,
            m.collection_analytics_tab_works_up_to_it,
          ]}
          fileColumns={['price_xrp', 'works', 'works_up_to_it']}
          file={`opx-${id}-depth`}
          empty={depth.length === 0 ? m.collection_analytics_tab_nothing_is_listed : ''}
        />
        <Chart
          title={m.collection_analytics_tab_price_by_rarity}
          note={m.collection_analytics_tab_same_sales_rarity_rank}
          kind="dots"
          points={ranked
            .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
            .map((sale) => salePoint(sale, sale.rank ?? 0, { withWork: true }))}
          xAxis="number"
          formatX={(rank) => (Number.isInteger(rank) ? String(rank) : '')}
          formatY={formatXrpTick}
          {...saleColumns}
          file={`opx-${id}-rarity`}
          empty={m.collection_analytics_tab_no_sale_work_rarity}
        />
      </div>
    </>
  )
}

/** Days on which the floor changed, and the last day, until which it holds. */
function floorPoints({ days, today }: FiguresReply): ChartPoint[] {
  const changes = days.filter(({ hasFloor }) => hasFloor)
  const last = changes.at(-1)
  const all = last === undefined || last.day === today ? changes : [...changes, { ...last, day: today }]
  return all.map(({ day, floorDrops }) => {
    const value = floorDrops === null ? m.collection_analytics_tab_nothing_listed : xrp(floorDrops)
    return {
      key: day,
      x: at(day),
      y: floorDrops === null ? null : toXrp(floorDrops),
      text: m.common_labelled({ label: formatDay(at(day)), value }),
      readout: (
        <>
          <strong>{value}</strong>
          <span>{formatDay(at(day))}</span>
        </>
      ),
      cells: [formatDay(at(day)), value],
      csv: [day, floorDrops === null ? '' : dropsToXrp(BigInt(floorDrops))],
    }
  })
}

function depthPoints({ depth }: FiguresReply): ChartPoint[] {
  let total = 0
  return depth.map(({ drops, works }) => {
    total += works
    const upTo = m.collection_analytics_tab_up_to({ total, xrp: xrp(drops) })
    return {
      key: drops,
      x: toXrp(drops),
      y: total,
      text: upTo,
      readout: <strong>{upTo}</strong>,
      cells: [xrp(drops), works, total],
      csv: [dropsToXrp(BigInt(drops)), String(works), String(total)],
    }
  })
}

function ChartsSkeleton() {
  return (
    <div className={css.charts}>
      <LoadingNote what={m.collection_analytics_tab_the_figures} />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="22rem" />
      ))}
    </div>
  )
}
