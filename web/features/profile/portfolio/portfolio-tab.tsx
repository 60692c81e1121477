import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dropsToXrp, formatXrpExact } from '#worker/contract/amounts.ts'
import { maxCounted, type PortfolioReply } from '#worker/contract/portfolio.ts'
import { locale, m } from '#web/messages.ts'
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

/** What an account holds and has sold: cost, value and profit. */
export function PortfolioTab({ account }: { account: string }) {
  const query = useQuery(portfolioQuery(account))
  const isOwn = useAccount() === account
  return (
    <section aria-label={m.profile_portfolio_tab_portfolio} className={css.tab}>
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote what={m.profile_portfolio_tab_the_portfolio} />
            <Skeleton height="24rem" />
          </>
        }
      >
        {(reply) => <Portfolio reply={reply} />}
      </QueryStates>
      {/* Below the table, so that it does not move when that comes. */}
      {isOwn && !query.isLoading && <StatementPanel account={account} />}
    </section>
  )
}

function Portfolio({ reply }: { reply: PortfolioReply }) {
  const { since, worksCount, salesCount, floorDrops, known, realised, weeks } = reply
  const gain = BigInt(known.floorDrops) - BigInt(known.costDrops)
  const sold = lastSales(reply.works)
  const made = BigInt(realised.proceedsDrops) - BigInt(realised.costDrops)
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>{m.common_works}</dt>
          <dd>{worksCount.toLocaleString(locale)}</dd>
        </div>
        <Sum name={m.profile_portfolio_tab_value_at_floor} drops={floorDrops} />
        <Sum
          name={m.profile_portfolio_tab_value_at_last_sale_of({ works: sold.works })}
          drops={sold.works === 0 ? null : sold.drops.toString()}
        />
        <Sum
          name={m.profile_portfolio_tab_cost_of({ works: known.works })}
          drops={known.works === 0 ? null : known.costDrops}
        />
        <div>
          <dt>{m.profile_portfolio_tab_not_realised}</dt>
          <dd>
            <ProfitText drops={known.works === 0 ? null : gain} compact />
          </dd>
        </div>
        <div>
          <dt>{m.profile_portfolio_tab_realised_sold({ sales: realised.sales })}</dt>
          <dd>{realised.sales === 0 ? '–' : <ProfitText drops={made} compact />}</dd>
        </div>
      </dl>
      <p className={css.quiet}>
        {joinSentences(
          since === null
            ? m.profile_portfolio_tab_in_xrp
            : m.profile_portfolio_tab_in_xrp_since({ day: formatMoment(Date.parse(since)) }),
          m.profile_portfolio_tab_cost_unknown,
          (worksCount > maxCounted || salesCount > maxCounted) &&
            m.profile_portfolio_tab_totals_of({ count: maxCounted }),
        )}
      </p>
      <Chart
        title={m.profile_portfolio_tab_value}
        note={m.profile_portfolio_tab_works_each_week_listed}
        kind="line"
        points={weeks.map(({ day, drops, works }) => {
          const when = formatDay(Date.parse(`${day}T00:00:00Z`))
          const value = `${formatXrpExact(BigInt(drops))} XRP`
          return {
            key: day,
            x: Date.parse(`${day}T00:00:00Z`),
            y: toXrp(drops),
            text: m.profile_portfolio_tab_works({ when, value, works }),
            readout: m.profile_portfolio_tab_works({ when, value, works }),
            cells: [when, value, String(works)],
            csv: [day, dropsToXrp(BigInt(drops)), String(works)],
          }
        })}
        xAxis="time"
        formatX={formatDayTick}
        formatY={formatXrpTick}
        columns={[m.profile_portfolio_tab_day, m.profile_portfolio_tab_value, m.common_works]}
        fileColumns={['day', 'value_xrp', 'works']}
        file="opx-portfolio-value"
        empty={m.profile_portfolio_tab_nothing_was_held_yet}
      />
      <Rows reply={reply} />
    </>
  )
}

/** An amount of drops; null when it is not known. */
function Sum({ name, drops }: { name: string; drops: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {drops === null ? (
          m.profile_portfolio_tab_unknown
        ) : (
          <>
            <AmountText amount={drops} compact />
            <FiatBeside amount={drops} compact />
          </>
        )}
      </dd>
    </div>
  )
}

function Rows({ reply: { works, sales, worksCount, salesCount } }: { reply: PortfolioReply }) {
  const [shown, setShown] = useState<'held' | 'sold'>('held')
  const [text, setText] = useState('')
  const held = filterWorks(works, text)
  const sold = filterWorks(sales, text)
  const [count, listed, all] =
    shown === 'held' ? [held.length, works.length, worksCount] : [sold.length, sales.length, salesCount]
  return (
    <div className={css.rows}>
      <div className={css.bar}>
        <Segmented
          label={m.profile_portfolio_tab_show}
          options={[
            { value: 'held', title: m.profile_portfolio_tab_held },
            { value: 'sold', title: m.profile_portfolio_tab_sold },
          ]}
          value={shown}
          onChange={setShown}
        />
        <Field label={m.profile_portfolio_tab_search_by_name} value={text} onChange={setText} />
      </div>
      <p role="status" className={css.quiet}>
        {shown === 'held'
          ? m.profile_portfolio_tab_works_count({ count })
          : m.profile_portfolio_tab_sales_count({ count })}
        {listed < all && ` ${m.profile_portfolio_tab_among_newest({ listed, all })}`}
      </p>
      {shown === 'held' ? <WorksTable works={held} /> : <SoldTable sales={sold} />}
    </div>
  )
}
