import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dropsToXrp, formatXrpExact } from '#contract/rules/amounts.ts'
import type { FiguresReply } from '#contract/schemas/figures.ts'
import type { FigureRange, FiguresSearch } from '#contract/rules/list-addresses.ts'
import { locale, t } from '#web/messages.ts'
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
  { value: '7', title: t('7 days', { context: 'chart' }) },
  { value: '30', title: t('30 days') },
  { value: '90', title: t('90 days') },
  { value: '365', title: t('1 year') },
  { value: 'all', title: t('All') },
]

interface AnalyticsTabProps {
  id: string
  search: FiguresSearch
  onChange: ChangeSearch<FiguresSearch>
}

/** Charts of a collection, and the sales they are based on. */
export function AnalyticsTab({ id, search, onChange }: AnalyticsTabProps) {
  const query = useQuery({ ...figuresQuery(id, search), placeholderData: keepPreviousData })
  const isMarkedShown = search.marked === 'true'
  const isWhole = search.day === undefined && search.window === undefined
  return (
    <section aria-label={t('Analytics')} className={css.tab} aria-busy={query.isPlaceholderData}>
      <div className={css.bar}>
        <Segmented
          label={t('Range')}
          options={ranges}
          value={search.range ?? '90'}
          onChange={(range) =>
            onChange({ range: range === '90' ? undefined : range, day: undefined, window: undefined })
          }
        />
        <Checkbox
          checked={isMarkedShown}
          onChange={(checked) => onChange({ marked: checked ? 'true' : undefined })}
        >
          {t('Include marked sales')}
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
        marked={isMarkedShown}
        onEveryDay={isWhole ? null : () => onChange({ day: undefined, window: undefined })}
      />
      <p className={css.since}>
        <HelpLink topic="figures">{t('Which sales are marked?')}</HelpLink>
      </p>
    </section>
  )
}

const formatXrp = (drops: string) => `${formatXrpExact(BigInt(drops))} XRP`
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

function Charts({ id, figures, search }: { id: string; figures: FiguresReply; search: FiguresSearch }) {
  const { since, days, sales, salesCount, volumeDrops, marked, funders, depth } = figures
  const saleDays = days.filter((day) => day.sales > 0)
  const rankedSales = sales.filter(({ rank }) => rank !== null)
  const newest =
    sales.length < salesCount &&
    t('The newest {shown, number} of {count, number} sales.', { shown: sales.length, count: salesCount })
  const saleColumns = {
    columns: [t('When'), t('Work'), t('Rarity rank'), t('Price'), t('Marked')],
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
          <dt>{t('Volume')}</dt>
          <dd>
            <a href="#sales">
              <AmountText amount={volumeDrops} compact />
            </a>
          </dd>
        </div>
        <div>
          <dt>{t('Sales')}</dt>
          <dd>
            <a href="#sales">{salesCount.toLocaleString(locale)}</a>
          </dd>
        </div>
        <div>
          <dt>{search.marked === 'true' ? t('Marked among them') : t('Marked, left out')}</dt>
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
          t('All figures are in XRP and start on {moment}.', { moment: formatMoment(Date.parse(since)) })}
        {sentenceSpace}
        {funders.unknown > 0 &&
          t(
            'The funding source of {unknown} of {accounts} accounts is unknown, so the same-funder rule is not applied to them.',
            {
              unknown: funders.unknown,
              accounts: funders.accounts,
            },
          )}
      </p>
      <div className={css.charts}>
        <Chart
          title={t('Floor')}
          note={t('The cheapest listing at the end of each day (UTC).')}
          kind="steps"
          points={floorPoints(figures)}
          xAxis="time"
          formatX={formatDayTick}
          formatY={formatXrpTick}
          columns={[t('Day'), t('Floor')]}
          fileColumns={['day', 'floor_xrp']}
          file={`opx-${id}-floor`}
          empty={t('No listings yet')}
        />
        <Chart
          title={t('Volume')}
          note={t('What buyers paid each day (UTC).')}
          kind="bars"
          points={saleDays.map((day): ChartPoint => {
            const link = (
              <Link
                to="/collection/$id/analytics"
                params={{ id }}
                search={{ ...search, window: undefined, day: day.day }}
                hash="sales"
                resetScroll={false}
              >
                {t('{count, plural, one {# sale} other {# sales}}', { context: 'chart', count: day.sales })}
              </Link>
            )
            return {
              key: day.day,
              x: at(day.day),
              y: toXrp(day.volumeDrops),
              text: t('{day}: {xrp}, {sales} sales', {
                day: formatDay(at(day.day)),
                xrp: formatXrp(day.volumeDrops),
                sales: day.sales,
              }),
              readout: (
                <>
                  <strong>{formatXrp(day.volumeDrops)}</strong>
                  <span>{formatDay(at(day.day))}</span>
                  {link}
                </>
              ),
              cells: [formatDay(at(day.day)), formatXrp(day.volumeDrops), link],
              csv: [day.day, dropsToXrp(BigInt(day.volumeDrops)), String(day.sales)],
            }
          })}
          xAxis="time"
          formatX={formatDayTick}
          formatY={formatXrpTick}
          columns={[t('Day'), t('Volume'), t('Sales')]}
          fileColumns={['day', 'volume_xrp', 'sales']}
          file={`opx-${id}-volume`}
          empty={t('No sales in this period')}
        />
        <Chart
          title={t('Sales')}
          note={joinSentences(newest, t('Each dot is a sale; marked sales are hollow.'))}
          kind="dots"
          points={sales.map((sale) => salePoint(sale, Date.parse(sale.at), { withWork: true }))}
          xAxis="time"
          formatX={formatDayTick}
          formatY={formatXrpTick}
          {...saleColumns}
          file={`opx-${id}-sales`}
          empty={t('No sales in this period')}
        />
        <Chart
          title={t('Listing depth')}
          note={t('Number of works currently listed at or below each price.')}
          kind="steps"
          points={depthPoints(figures)}
          xAxis="number"
          formatX={formatXrpTick}
          formatY={(works) => (Number.isInteger(works) ? String(works) : '')}
          columns={[t('Price'), t('Works at it'), t('Works up to this price')]}
          fileColumns={['price_xrp', 'works', 'works_up_to_it']}
          file={`opx-${id}-depth`}
          empty={depth.length === 0 ? t('Nothing is listed') : ''}
        />
        <Chart
          title={t('Price by rarity')}
          note={t('The same sales by rarity rank; 1 is the rarest.')}
          kind="dots"
          points={rankedSales
            .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
            .map((sale) => salePoint(sale, sale.rank ?? 0, { withWork: true }))}
          xAxis="number"
          formatX={(rank) => (Number.isInteger(rank) ? String(rank) : '')}
          formatY={formatXrpTick}
          {...saleColumns}
          file={`opx-${id}-rarity`}
          empty={t('No works with a rarity rank have been sold')}
        />
      </div>
    </>
  )
}

/** Returns the days on which the floor price changed, and today, so that the line reaches the right edge. */
function floorPoints({ days, today }: FiguresReply): ChartPoint[] {
  const changes = days.filter(({ hasFloor }) => hasFloor)
  const last = changes.at(-1)
  const points = last === undefined || last.day === today ? changes : [...changes, { ...last, day: today }]
  return points.map(({ day, floorDrops }) => {
    const value = floorDrops === null ? t('Nothing listed') : formatXrp(floorDrops)
    return {
      key: day,
      x: at(day),
      y: floorDrops === null ? null : toXrp(floorDrops),
      text: t('{label}: {value}', { label: formatDay(at(day)), value }),
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
    const upTo = t('{total, plural, one {# work} other {# works}} up to {xrp}', {
      total,
      xrp: formatXrp(drops),
    })
    return {
      key: drops,
      x: toXrp(drops),
      y: total,
      text: upTo,
      readout: <strong>{upTo}</strong>,
      cells: [formatXrp(drops), works, total],
      csv: [dropsToXrp(BigInt(drops)), String(works), String(total)],
    }
  })
}

function ChartsSkeleton() {
  return (
    <div className={css.charts}>
      <LoadingNote subject={t('the figures')} />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="22rem" />
      ))}
    </div>
  )
}
