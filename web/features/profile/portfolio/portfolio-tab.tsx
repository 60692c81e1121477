import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dropsToXrp, formatXrpExact } from '#contract/rules/amounts.ts'
import { maxCounted, type PortfolioReply } from '#contract/schemas/portfolio.ts'
import { locale, t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { Chart } from '#web/kit/charts/chart.tsx'
import { formatDay, formatDayTick, formatXrpTick, toXrp } from '#web/kit/charts/formats.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { formatMoment } from '#web/ui/durations.ts'
import facts from '#web/ui/facts.module.css'
import { Field } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './portfolio.module.css'
import { filterWorks, lastSales } from './profit.ts'
import { ProfitText } from './profit-text.tsx'
import { portfolioQuery } from './queries.ts'
import { SoldTable } from './sold-table.tsx'
import { StatementPanel } from './statement-panel.tsx'
import { WorksTable } from './works-table.tsx'

/** Current and sold works of an account: cost, value and profit. */
export function PortfolioTab({ account }: { account: string }) {
  const query = useQuery(portfolioQuery(account))
  const isOwn = useAccount() === account
  return (
    <section aria-label={t('Portfolio')} className={css.tab}>
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote subject={t('the portfolio')} />
            <Skeleton height="24rem" />
          </>
        }
      >
        {(reply) => <Portfolio reply={reply} />}
      </QueryStates>
      {/* Placed below the table, so that it does not move when the table loads. */}
      {isOwn && !query.isLoading && <StatementPanel account={account} />}
    </section>
  )
}

function Portfolio({ reply }: { reply: PortfolioReply }) {
  const {
    since,
    worksCount,
    salesCount,
    floorDrops,
    known: worksWithCost,
    realised: realisedProfit,
    weeks,
  } = reply
  const gain = BigInt(worksWithCost.floorDrops) - BigInt(worksWithCost.costDrops)
  const saleByWork = lastSales(reply.works)
  const profit = BigInt(realisedProfit.proceedsDrops) - BigInt(realisedProfit.costDrops)
  return (
    <>
      <dl className={`${facts.facts} ${css.sums}`}>
        <Sum name={t('Value at floor')} drops={floorDrops} />
        <div>
          <dt>{t('Works')}</dt>
          <dd>{worksCount.toLocaleString(locale)}</dd>
        </div>
        {saleByWork.works > 0 && <Sum name={t('Value at last sale')} drops={saleByWork.drops.toString()} />}
        {worksWithCost.works > 0 && (
          <>
            <Sum name={t('Cost')} drops={worksWithCost.costDrops} />
            <div>
              <dt>{t('Unrealised')}</dt>
              <dd>
                <ProfitText drops={gain} compact />
              </dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('Realised')}</dt>
          <dd>{realisedProfit.sales === 0 ? '–' : <ProfitText drops={profit} compact />}</dd>
        </div>
      </dl>
      <p className={css.quiet}>
        {joinSentences(
          since === null
            ? t('In XRP.')
            : t('In XRP, since {day}, when our index started.', { day: formatMoment(Date.parse(since)) }),
          t(
            "Works minted by this account, swapped, bought in another currency or acquired earlier have no known cost and are left out of profit. Other currencies use today's XRP price.",
          ),
          (worksCount > maxCounted || salesCount > maxCounted) &&
            t('Totals include at most {count, number} works and sales.', { count: maxCounted }),
        )}
      </p>
      <Chart
        title={t('Value')}
        note={t(
          "The works owned each week, valued at that week's floor prices. On-demand prices count only for today, because their history is not stored.",
        )}
        kind="line"
        points={weeks.map(({ day, drops, works }) => {
          const dayText = formatDay(Date.parse(`${day}T00:00:00Z`))
          const value = `${formatXrpExact(BigInt(drops))} XRP`
          return {
            key: day,
            x: Date.parse(`${day}T00:00:00Z`),
            y: toXrp(drops),
            text: t('{when}: {value}, {works} works', { when: dayText, value, works }),
            readout: t('{when}: {value}, {works} works', { when: dayText, value, works }),
            cells: [dayText, value, String(works)],
            csv: [day, dropsToXrp(BigInt(drops)), String(works)],
          }
        })}
        xAxis="time"
        formatX={formatDayTick}
        formatY={formatXrpTick}
        columns={[t('Day'), t('Value'), t('Works')]}
        fileColumns={['day', 'value_xrp', 'works']}
        file="opx-portfolio-value"
        empty={t('Nothing was held yet')}
      />
      <Rows reply={reply} />
    </>
  )
}

function Sum({ name, drops }: { name: string; drops: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <AmountText amount={drops} compact />
        <FiatBeside amount={drops} compact />
      </dd>
    </div>
  )
}

function Rows({ reply: { works, sales, worksCount, salesCount } }: { reply: PortfolioReply }) {
  const [list, setList] = useState<'held' | 'sold'>('held')
  const [text, setText] = useState('')
  const heldWorks = filterWorks(works, text)
  const shownSales = filterWorks(sales, text)
  const [matchCount, loadedCount, totalCount] =
    list === 'held'
      ? [heldWorks.length, works.length, worksCount]
      : [shownSales.length, sales.length, salesCount]
  return (
    <div className={css.rows}>
      <div className={css.bar}>
        <Segmented
          label={t('Show')}
          options={[
            { value: 'held', title: t('Held') },
            { value: 'sold', title: t('Sold', { context: 'works' }) },
          ]}
          value={list}
          onChange={setList}
        />
        <Field label={t('Search by name')} value={text} onChange={setText} />
      </div>
      <p role="status" className={css.quiet}>
        {list === 'held'
          ? t('{count, plural, one {# work} other {# works}}', { count: matchCount })
          : t('{count, plural, one {# sale} other {# sales}}', { count: matchCount })}
        {loadedCount < totalCount &&
          ` ${t('among the newest {listed, number} of {all, number}', { listed: loadedCount, all: totalCount })}`}
      </p>
      {list === 'held' ? (
        <WorksTable works={heldWorks} hasCost={works.some(({ cost }) => cost !== null)} />
      ) : (
        <SoldTable sales={shownSales} />
      )}
    </div>
  )
}
