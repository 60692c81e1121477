import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { firstYear, type StatementReply } from '#contract/schemas/statements.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { downloadCsv } from '#web/kit/charts/download-csv.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { RetryButton } from '#web/kit/retry-button.tsx'
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

/** The statement of a year: read from the ledger at the owner's request and downloaded as a file. */
export function StatementPanel({ account }: { account: string }) {
  const [year, setYear] = useState(String(thisYear))
  const query = useQuery(statementQuery(account, Number(year)))
  return (
    <section aria-labelledby="statement" className={css.statement}>
      <h2 id="statement" className={css.title}>
        {t('Statement')}
      </h2>
      <p className={css.quiet}>
        {t(
          "Every transaction in a year (UTC) that changed your XRP or your works, with price, fees and royalty, as a file for your accounting. The statement is read from the ledger and checked: each balance is compared with the previous one. Dollar amounts use that day's price, where available.",
        )}
      </p>
      <Select label={t('Year')} options={years} value={year} onChange={setYear} />
      <QueryStates query={query} pending={<Skeleton width="16rem" height="3rem" />}>
        {(reply) => <Progress key={year} account={account} reply={reply} />}
      </QueryStates>
    </section>
  )
}

function Progress({ account, reply }: { account: string; reply: StatementReply }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const { year, state, message, read } = reply
  const attemptWork = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const ask = () =>
    attemptWork(async () => {
      await call('askStatement', { body: { year } })
      await client.invalidateQueries({ queryKey: statementQuery(account, year).queryKey })
    })
  const download = () =>
    attemptWork(async () => {
      const rows = await everyRow(reply)
      await downloadCsv(
        `opx-statement-${year}-${account.slice(0, 8)}`,
        statementColumns,
        rows.map(statementLine),
      )
    })
  const isReadingStatement = isReading(reply)
  return (
    <div className={css.progress}>
      <p role="status">
        {state === 'none'
          ? t('Not created yet.')
          : isReadingStatement && read > 0
            ? t('{message} {read, number} so far.', { message, read })
            : message}
      </p>
      {problem !== null && (
        <p role="alert" className={css.problem}>
          {sentenceOf(problem)}
        </p>
      )}
      <div className={css.acts}>
        {state === 'ready' && (
          <Button busy={busy} onClick={() => void download()}>
            {t('Download the statement for {year}', { year })}
          </Button>
        )}
        {!isReadingStatement && (
          <RetryButton
            error={problem}
            look={state === 'ready' ? 'quiet' : undefined}
            busy={busy}
            onClick={() => void ask()}
          >
            {state === 'none'
              ? t('Create statement')
              : state === 'ready'
                ? t('Add new transactions')
                : t('Try Again')}
          </RetryButton>
        )}
      </div>
    </div>
  )
}
