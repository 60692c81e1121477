import type { ReactNode } from 'react'
import type { AdminOverview } from '#worker/contract/admin.ts'
import { Address } from '#web/features/accounts/address.tsx'
import { AmountText } from '#web/features/amounts/amount-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './admin.module.css'
import { AdminTable } from './admin-table.tsx'

const number = (value: number) => value.toLocaleString('en')
const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${number(count)} ${name}`)
    .join(' · ')

const laneWords: Record<string, string> = {
  cron: 'Following the ledger, sales, tickets',
  'cron-side': 'Statistics, price, metadata, syncs, uploads',
  'cron-pins': 'Pins',
}

/** One section for each kind of work: what waits, and what went wrong. */
export function OverviewSections({ overview }: { overview: AdminOverview }) {
  const { ledger, jobs, failures, pins, journal, requests, payouts, audit } = overview
  return (
    <div className={css.sections}>
      <dl className={css.figures}>
        <Figure name="Ledger lag" alarm={ledger.status === 'behind'}>
          {ledger.ledgerIndex === 0 ? 'Nothing followed yet' : `${number(ledger.lagSeconds)} s`}
        </Figure>
        <Figure name="Ledger">{number(ledger.ledgerIndex)}</Figure>
        <Figure name="Free tickets" alarm={journal.freeTickets < 20}>
          {number(journal.freeTickets)}
        </Figure>
        <Figure name="Payouts owed" alarm={payouts.count > 0}>
          {number(payouts.count)} (<AmountText amount={payouts.drops} />)
        </Figure>
        <Figure name="Stuck requests" alarm={requests.length > 0}>
          {number(requests.length)}
        </Figure>
        <Figure name="Files failed" alarm={(pins.counts['failed'] ?? 0) > 0}>
          {number(pins.counts['failed'] ?? 0)}
        </Figure>
      </dl>
      <AdminTable
        title="Pins"
        note={counted(pins.counts)}
        empty="No file is in trouble."
        heads={['File', 'State', 'Tries', 'Error', 'Since']}
        rows={pins.troubled.map((pin) => ({
          key: pin.cid,
          cells: [
            <code key="cid">{pin.cid}</code>,
            pin.state,
            number(pin.tries),
            pin.error ?? '',
            <RelativeTime key="at" at={pin.since} />,
          ],
        }))}
      />
      <AdminTable
        title="Journal"
        note={counted(journal.counts)}
        empty="Nothing is under way."
        heads={['Purpose', 'Kind', 'State', 'Preliminary', 'Since']}
        rows={journal.open.map((row) => ({
          key: row.hash,
          cells: [
            <code key="purpose">{row.purpose}</code>,
            row.kind,
            row.state,
            row.preliminary ?? '',
            <RelativeTime key="at" at={row.since} />,
          ],
        }))}
      />
      <AdminTable
        title="Stuck requests"
        empty="No request is stuck."
        heads={['Account', 'Purpose', 'State', 'Since']}
        rows={requests.map((row) => ({
          key: row.id,
          cells: [
            row.account === null ? '' : <Address key="account" account={row.account} />,
            row.purpose,
            row.state,
            <RelativeTime key="at" at={row.since} />,
          ],
        }))}
      />
      <AdminTable
        title="Payouts owed"
        empty="Nothing is owed."
        heads={['Artist', 'Amount', 'Attempt', 'Last refusal', 'Since']}
        rows={payouts.owed.map((row) => ({
          key: `${row.nftId}:${row.since}`,
          cells: [
            <Address key="artist" account={row.artist} />,
            <AmountText key="amount" amount={row.amountDrops} />,
            number(row.attempt),
            row.result ?? '',
            <RelativeTime key="at" at={row.since} />,
          ],
        }))}
      />
      <AdminTable
        title="Jobs"
        empty="No job has run yet."
        heads={['Jobs', 'State', 'Last run']}
        rows={jobs.map((job) => ({
          key: job.name,
          cells: [
            laneWords[job.name] ?? job.name,
            job.running ? 'running' : 'idle',
            <RelativeTime key="at" at={job.lastRunAt} />,
          ],
        }))}
      />
      <AdminTable
        title="Failed jobs"
        empty="No job has failed."
        heads={['Job', 'Times', 'Latest error', 'When']}
        rows={failures.map((job) => ({
          key: job.name,
          cells: [
            job.name,
            number(job.times),
            <code key="error">{job.error}</code>,
            <RelativeTime key="at" at={job.latestAt} />,
          ],
        }))}
      />
      <AdminTable
        title="Audit log"
        note={audit.length === 50 ? 'The latest 50.' : ''}
        empty="Nothing has been decided yet."
        heads={['When', 'Who', 'What', 'Subject', 'Before', 'After']}
        rows={audit.map((row) => ({
          key: row.id,
          cells: [
            <RelativeTime key="at" at={row.at} />,
            <Address key="account" account={row.account} />,
            row.action.replaceAll('_', ' '),
            <code key="subject">{row.subject}</code>,
            <code key="before">{JSON.stringify(row.before)}</code>,
            <code key="after">{JSON.stringify(row.after)}</code>,
          ],
        }))}
      />
    </div>
  )
}

function Figure({ name, alarm = false, children }: { name: string; alarm?: boolean; children: ReactNode }) {
  return (
    <div data-alarm={alarm}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
