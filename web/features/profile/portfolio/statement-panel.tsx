import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { firstYear, type StatementReply } from '#worker/contract/statements.ts'
import { m } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { downloadCsv } from '#web/kit/charts/download-csv.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './portfolio.module.css'
import { everyRow, isReading, statementQuery } from './queries.ts'
import { statementColumns, statementLine } from './statement-csv.ts'

const thisYear = new Date().getUTCFullYear()
const years = Array.from({ length: thisYear - firstYear + 1 }, (_, back) => {
  const year = String(thisYear - back)
  return { value: year, title: year }
})

/** The statement of a year: read from the ledger when its owner asks, and downloaded as a file. */
export function StatementPanel({ account }: { account: string }) {
  const [year, setYear] = useState(String(thisYear))
  const query = useQuery(statementQuery(account, Number(year)))
  return (
    <section aria-labelledby="statement" className={css.statement}>
      <h2 id="statement" className={css.title}>
        {m.profile_statement_panel_statement}
      </h2>
      <p className={css.quiet}>{m.profile_statement_panel_every_transaction_year_utc}</p>
      <Select label={m.profile_statement_panel_year} options={years} value={year} onChange={setYear} />
      <QueryStates query={query} pending={<Skeleton width="16rem" height="3rem" />}>
        {(reply) => <Progress key={year} account={account} reply={reply} />}
      </QueryStates>
    </section>
  )
}

function Progress({ account, reply }: { account: string; reply: StatementReply }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { year, state, message, read } = reply
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const ask = () =>
    attempt(async () => {
      await call('askStatement', { body: { year } })
      await client.invalidateQueries({ queryKey: statementQuery(account, year).queryKey })
    })
  const download = () =>
    attempt(async () => {
      const rows = await everyRow(reply)
      await downloadCsv(
        `opx-statement-${year}-${account.slice(0, 8)}`,
        statementColumns,
        rows.map(statementLine),
      )
    })
  const reading = isReading(reply)
  return (
    <div className={css.progress}>
      <p role="status">
        {state === 'none'
          ? m.profile_statement_panel_not_read_yet
          : reading && read > 0
            ? m.profile_statement_panel_so_far({ message, read })
            : message}
      </p>
      {problem !== null && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      <div className={css.acts}>
        {state === 'ready' && (
          <Button busy={busy} onClick={() => void download()}>
            {m.profile_statement_panel_download_the_statement_of({ year })}
          </Button>
        )}
        {!reading && (
          <Button look={state === 'ready' ? 'quiet' : undefined} busy={busy} onClick={() => void ask()}>
            {state === 'none'
              ? m.profile_statement_panel_read_ledger
              : state === 'ready'
                ? m.profile_statement_panel_add_what_is_new
                : m.common_try_again}
          </Button>
        )}
      </div>
    </div>
  )
}
