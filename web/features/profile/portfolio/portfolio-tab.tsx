import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dropsToXrp, formatXrpExact } from '#worker/contract/amounts.ts'
import { maxCounted, type PortfolioReply } from '#worker/contract/portfolio.ts'
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
import { filterWorks } from './profit.ts'
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
    <section aria-label="Portfolio" className={css.tab}>
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote what="the portfolio" />
            <Skeleton height="24rem" />
          </>
        }
      >
        {(reply) => <Portfolio reply={reply} />}
      </QueryStates>
      {isOwn && <StatementPanel account={account} />}
    </section>
  )
}

function Portfolio({ reply }: { reply: PortfolioReply }) {
  const { since, worksCount, salesCount, floorDrops, known, realised, weeks } = reply
  const gain = BigInt(known.floorDrops) - BigInt(known.costDrops)
  const made = BigInt(realised.proceedsDrops) - BigInt(realised.costDrops)
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>Works</dt>
          <dd>{worksCount.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Value at floor</dt>
          <dd>
            <AmountText amount={floorDrops} compact />
            <FiatBeside amount={floorDrops} compact />
          </dd>
        </div>
        <div>
          <dt>Cost of {known.works.toLocaleString('en')}</dt>
          <dd>
            {known.works === 0 ? (
              'Unknown'
            ) : (
              <>
                <AmountText amount={known.costDrops} compact />
                <FiatBeside amount={known.costDrops} compact />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Not realised</dt>
          <dd>
            <ProfitText drops={known.works === 0 ? null : gain} compact />
          </dd>
        </div>
        <div>
          <dt>Realised, {realised.sales.toLocaleString('en')} sold</dt>
          <dd>{realised.sales === 0 ? '–' : <ProfitText drops={made} compact />}</dd>
        </div>
      </dl>
      <p className={css.quiet}>
        In XRP{since === null ? '' : `, since ${formatMoment(Date.parse(since))}, where the index begins`}.
        The cost of what came earlier, by a swap or in another currency is unknown, and it is in no profit;
        nor are works that the account minted. Other currencies are at today's price of XRP.
        {(worksCount > maxCounted || salesCount > maxCounted) &&
          ` Totals are those of ${maxCounted.toLocaleString('en')} works and sales.`}
      </p>
      <Chart
        title="Value"
        note="The works of each week at the listed floors of that week; works sold on demand only have none."
        kind="line"
        points={weeks.map(({ day, drops, works }) => {
          const when = formatDay(Date.parse(`${day}T00:00:00Z`))
          const value = `${formatXrpExact(BigInt(drops))} XRP`
          return {
            key: day,
            x: Date.parse(`${day}T00:00:00Z`),
            y: toXrp(drops),
            text: `${when}: ${value}, ${works} works`,
            readout: `${when}: ${value}, ${works} works`,
            cells: [when, value, String(works)],
            csv: [day, dropsToXrp(BigInt(drops)), String(works)],
          }
        })}
        xAxis="time"
        formatX={formatDayTick}
        formatY={formatXrpTick}
        columns={['Day', 'Value', 'Works']}
        fileColumns={['day', 'value_xrp', 'works']}
        file="opx-portfolio-value"
        empty="Nothing was held yet"
      />
      <Rows reply={reply} />
    </>
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
          label="Show"
          options={[
            { value: 'held', title: 'Held' },
            { value: 'sold', title: 'Sold' },
          ]}
          value={shown}
          onChange={setShown}
        />
        <Field label="Search by name" value={text} onChange={setText} />
      </div>
      <p role="status" className={css.quiet}>
        {count.toLocaleString('en')}{' '}
        {shown === 'held' ? (count === 1 ? 'work' : 'works') : count === 1 ? 'sale' : 'sales'}
        {listed < all && ` among the newest ${listed.toLocaleString('en')} of ${all.toLocaleString('en')}`}
      </p>
      {shown === 'held' ? <WorksTable works={held} /> : <SoldTable sales={sold} />}
    </div>
  )
}
