import type { ReactNode } from 'react'
import type { AdminOverview } from '#worker/contract/admin.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AdminTable, type Column, counted, number, since, state } from './admin-table.tsx'
import css from './admin.module.css'
import { PinsSection } from './pins-section.tsx'

const jobLabels: Record<string, string> = {
  cron: 'Following the ledger, sales, tickets',
  'cron-side': 'Statistics, price, metadata, syncs, uploads',
  'cron-draws': 'Seeds and epochs of draws',
  'cron-pins': 'Pins',
}

const journalColumns: Column<AdminOverview['journal']['open'][number]>[] = [
  ['Purpose', (row) => <code>{row.purpose}</code>],
  ['Kind', (row) => row.kind],
  state,
  ['Preliminary', (row) => row.preliminary ?? ''],
  since,
]

const requestColumns: Column<AdminOverview['requests'][number]>[] = [
  ['Account', ({ account }) => account !== null && <Address account={account} />],
  ['Purpose', (row) => row.purpose],
  state,
  since,
]

const payoutColumns: Column<AdminOverview['payouts']['owed'][number]>[] = [
  ['Artist', (row) => <Address account={row.artist} />],
  ['Amount', (row) => <AmountText amount={row.amountDrops} />],
  ['Attempt', (row) => number(row.attempt)],
  ['Last refusal', (row) => row.result ?? ''],
  since,
]

const syncColumns: Column<AdminOverview['syncs'][number]>[] = [
  ['Collection', (row) => row.collection],
  ['NFTs with unknown accounts', (row) => number(row.unseen)],
  ['Not found', (row) => number(row.lost)],
  since,
]

const jobColumns: Column<AdminOverview['jobs'][number]>[] = [
  ['Jobs', (job) => jobLabels[job.name] ?? job.name],
  ['State', (job) => (job.running ? 'running' : 'idle')],
  ['Last run', (job) => <RelativeTime at={job.lastRunAt} />],
]

const failureColumns: Column<AdminOverview['failures'][number]>[] = [
  ['Job', (job) => job.name],
  ['Times', (job) => number(job.times)],
  ['Latest error', (job) => <code>{job.error}</code>],
  ['When', (job) => <RelativeTime at={job.latestAt} />],
]

const serverColumns: Column<AdminOverview['servers'][number]>[] = [
  ['Server', (server) => server.host],
  ['State', ({ problem }) => (problem === null ? 'in use' : problem.replace('_', ' '))],
  ['Version', (server) => server.version ?? ''],
  ['Ledger', ({ ledgerIndex }) => (ledgerIndex === null ? '' : number(ledgerIndex))],
  ['Last answer', ({ answeredAt }) => (answeredAt === null ? 'never' : <RelativeTime at={answeredAt} />)],
]

const noteColumns: Column<AdminOverview['notes'][number]>[] = [
  [
    'Kind',
    ({ kind, detail }) => (
      <>
        {kind} {detail !== '' && <code>{detail}</code>}
      </>
    ),
  ],
  ['Times', (note) => number(note.times)],
  ['Latest ledger', (note) => number(note.latestLedger)],
  ['When', (note) => <RelativeTime at={note.latestAt} />],
]

/** One section for each kind of background work, with its waiting and failed items. */
export function OverviewSections({ overview }: { overview: AdminOverview }) {
  const { jobs, failures, notes, pins, journal, requests, payouts, syncs } = overview
  return (
    <>
      <Figures overview={overview} />
      <PinsSection pins={pins} />
      <AdminTable
        title="Journal"
        note={counted(journal.counts)}
        empty="Nothing is under way."
        rows={journal.open}
        keyOf={(row) => row.hash}
        columns={journalColumns}
      />
      <AdminTable
        title="Stuck requests"
        empty="No request is stuck."
        rows={requests}
        keyOf={(row) => row.id}
        columns={requestColumns}
      />
      <AdminTable
        title="Payouts owed"
        empty="Nothing is owed."
        rows={payouts.owed}
        keyOf={(row) => `${row.nftId}:${row.since}`}
        columns={payoutColumns}
      />
      <AdminTable
        title="Incomplete syncs"
        empty="The latest sync of each collection saw everything."
        rows={syncs}
        keyOf={(row) => row.collection}
        columns={syncColumns}
      />
      <AdminTable
        title="Jobs"
        empty="No job has run yet."
        rows={jobs}
        keyOf={(job) => job.name}
        columns={jobColumns}
      />
      <AdminTable
        title="Ledger servers"
        note={serversNote(overview.health.ledgerServers)}
        empty="No server is configured."
        rows={overview.servers}
        keyOf={(server) => server.id}
        columns={serverColumns}
      />
      <AdminTable
        title="Not understood in ledgers"
        empty="Everything was understood."
        rows={notes}
        keyOf={(note) => `${note.kind} ${note.detail}`}
        columns={noteColumns}
      />
      <AdminTable
        title="Failed jobs"
        empty="No job has failed."
        rows={failures}
        keyOf={(job) => job.name}
        columns={failureColumns}
      />
    </>
  )
}

function serversNote({ readOnly, batch, upgradeDue }: AdminOverview['health']['ledgerServers']) {
  return [
    readOnly ? 'None can be used: the site is read-only.' : '',
    upgradeDue ? 'An amendment that one of them does not know has a majority: it must be updated.' : '',
    batch ? 'Batch is in force.' : 'Batch is not in force, or not known to be.',
  ]
    .join(' ')
    .trim()
}

function Figures({ overview: { health, payouts, requests, pins } }: { overview: AdminOverview }) {
  const failed = pins.counts['failed'] ?? 0
  return (
    <dl className={css.figures}>
      <Figure name="Ledger lag" alarm={health.status === 'behind'}>
        {health.ledgerIndex === 0 ? 'Nothing followed yet' : `${number(health.lagSeconds)} s`}
      </Figure>
      <Figure name="Ledger">{number(health.ledgerIndex)}</Figure>
      <Figure
        name="Ledger servers in use"
        alarm={health.ledgerServers.healthy < health.ledgerServers.servers}
      >
        {number(health.ledgerServers.healthy)} of {number(health.ledgerServers.servers)}
      </Figure>
      <Figure name="Not understood" alarm={health.notUnderstood.times > 0}>
        {number(health.notUnderstood.times)}
      </Figure>
      <TreasuryFigures treasury={health.treasury} />
      <Figure name="Payouts owed" alarm={payouts.count > 0}>
        {number(payouts.count)} (<AmountText amount={payouts.drops} />)
      </Figure>
      <Figure name="Stuck requests" alarm={requests.length > 0}>
        {number(requests.length)}
      </Figure>
      <Figure name="Files failed" alarm={failed > 0}>
        {number(failed)}
      </Figure>
    </dl>
  )
}

/** The remaining capacity of the marketplace account, and how much XRP to send if it is too low. */
function TreasuryFigures({ treasury }: { treasury: AdminOverview['health']['treasury'] }) {
  if (treasury === null) return <Figure name="Free tickets">Not looked at yet</Figure>
  const { low, freeTickets, wantedTickets, roomForWorks, missingDrops } = treasury
  return (
    <>
      <Figure name="Free tickets" alarm={low}>
        {number(freeTickets)} of {number(wantedTickets)}
      </Figure>
      <Figure name="Room for reserved works" alarm={low}>
        {number(roomForWorks)}
      </Figure>
      {missingDrops !== '0' && (
        <Figure name="Reserve to send" alarm={low}>
          <AmountText amount={missingDrops} />
        </Figure>
      )}
    </>
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
