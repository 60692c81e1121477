import type { ReactNode } from 'react'
import type { AdminOverview } from '#contract/schemas/admin.ts'
import { t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AdminTable, type Column, countsInWords, number, since, state } from './admin-table.tsx'
import css from './admin.module.css'
import { ConditionSection } from './condition-section.tsx'
import { PinsSection } from './pins-section.tsx'
import { ReportsSection } from './reports-section.tsx'

const jobLabels: Record<string, string> = {
  cron: t('Ledger follower, sales, tickets'),
  'cron-side': t('Statistics, price, syncs, uploads'),
  'cron-draws': t('Seeds and epochs of draws'),
  'cron-metadata': t('Metadata'),
  'cron-files': t('Files of works'),
  'cron-pins': t('Pins'),
  'cron-notifications': t('Notifications'),
  'cron-webhooks': t('Webhooks'),
  'cron-slow-webhooks': t('Webhooks of slow servers'),
}

const journalColumns: Column<AdminOverview['journal']['open'][number]>[] = [
  [t('Purpose'), (row) => <code>{row.purpose}</code>],
  [t('Kind'), (row) => row.kind],
  state,
  [t('Preliminary'), (row) => row.preliminary ?? ''],
  since,
]

const requestColumns: Column<AdminOverview['requests'][number]>[] = [
  [t('Account'), ({ account }) => account !== null && <Address account={account} />],
  [t('Purpose'), (row) => row.purpose],
  state,
  since,
]

const payoutColumns: Column<AdminOverview['payouts']['owed'][number]>[] = [
  [t('Artist'), (row) => <Address account={row.artist} />],
  [t('Amount'), (row) => <AmountText amount={row.amountDrops} />],
  [t('Attempt'), (row) => number(row.attempt)],
  [t('Last refusal'), (row) => row.result ?? ''],
  since,
]

const syncColumns: Column<AdminOverview['syncs'][number]>[] = [
  [t('Collection'), (row) => row.collection],
  [t('NFTs with unknown accounts'), (row) => number(row.unseen)],
  [t('Not found'), (row) => number(row.lost)],
  since,
]

const jobColumns: Column<AdminOverview['jobs'][number]>[] = [
  [t('Job'), (job) => jobLabels[job.name] ?? job.name],
  [t('State'), (job) => (job.running ? t('running') : t('idle'))],
  [t('Last run'), (job) => <RelativeTime at={job.lastRunAt} />],
]

const failureColumns: Column<AdminOverview['failures'][number]>[] = [
  [t('Job'), (job) => job.name],
  [t('Times'), (job) => number(job.times)],
  [t('Latest error'), (job) => <code>{job.error}</code>],
  [t('When'), (job) => <RelativeTime at={job.latestAt} />],
]

const serverColumns: Column<AdminOverview['servers'][number]>[] = [
  [t('Server'), (server) => server.host],
  [t('State'), ({ problem }) => (problem === null ? t('in use') : problem.replace('_', ' '))],
  [t('Version'), (server) => server.version ?? ''],
  [t('Ledger'), ({ ledgerIndex }) => (ledgerIndex === null ? '' : number(ledgerIndex))],
  [
    t('Last answer'),
    ({ answeredAt }) => (answeredAt === null ? t('never') : <RelativeTime at={answeredAt} />),
  ],
]

const noteColumns: Column<AdminOverview['notes'][number]>[] = [
  [
    t('Kind'),
    ({ kind, detail }) => (
      <>
        {kind} {detail !== '' && <code>{detail}</code>}
      </>
    ),
  ],
  [t('Times'), (note) => number(note.times)],
  [t('Latest ledger'), (note) => number(note.latestLedger)],
  [t('When'), (note) => <RelativeTime at={note.latestAt} />],
]

/** One section for each kind of background work, with its waiting and failed items. */
export function OverviewSections({ overview }: { overview: AdminOverview }) {
  const { jobs, failures, notes, pins, journal, requests, payouts, syncs } = overview
  return (
    <>
      <ConditionSection {...overview.health} />
      <Figures overview={overview} />
      <PinsSection pins={pins} />
      <ReportsSection reports={overview.reports} />
      <AdminTable
        title={t('Journal')}
        note={countsInWords(journal.counts)}
        empty={t('Nothing is under way.')}
        rows={journal.open}
        keyOf={(row) => row.hash}
        columns={journalColumns}
      />
      <AdminTable
        title={t('Stuck requests')}
        empty={t('No request is stuck.')}
        rows={requests}
        keyOf={(row) => row.id}
        columns={requestColumns}
      />
      <AdminTable
        title={t('Payouts owed')}
        empty={t('Nothing is owed.')}
        rows={payouts.owed}
        keyOf={(row) => `${row.nftId}:${row.since}`}
        columns={payoutColumns}
      />
      <AdminTable
        title={t('Incomplete syncs')}
        empty={t('All collections are fully synced.')}
        rows={syncs}
        keyOf={(row) => row.collection}
        columns={syncColumns}
      />
      <AdminTable
        title={t('Jobs')}
        empty={t('No job has run yet.')}
        rows={jobs}
        keyOf={(job) => job.name}
        columns={jobColumns}
      />
      <AdminTable
        title={t('Ledger servers')}
        note={serversNote(overview.health.ledgerServers)}
        empty={t('No server is configured.')}
        rows={overview.servers}
        keyOf={(server) => server.id}
        columns={serverColumns}
      />
      <AdminTable
        title={t('Not parsed in ledgers')}
        empty={t('None.')}
        rows={notes}
        keyOf={(note) => `${note.kind} ${note.detail}`}
        columns={noteColumns}
      />
      <AdminTable
        title={t('Failed jobs')}
        empty={t('No job has failed.')}
        rows={failures}
        keyOf={(job) => job.name}
        columns={failureColumns}
      />
    </>
  )
}

function serversNote({ readOnly, batch, upgradeDue }: AdminOverview['health']['ledgerServers']) {
  return joinSentences(
    readOnly && t('No server is available, so the site is read-only.'),
    upgradeDue &&
      t('One of these servers does not support an amendment that is about to activate. Update that server.'),
    batch ? t('Batch is in force.') : t('Batch is not enabled, or its state is unknown.'),
  )
}

function Figures({ overview: { health, payouts, requests, pins } }: { overview: AdminOverview }) {
  const failedCount = pins.counts['failed'] ?? 0
  return (
    <dl className={css.figures}>
      <Figure name={t('Ledger lag')} alarm={health.status === 'behind'}>
        {health.ledgerIndex === 0 ? t('Nothing followed yet') : `${number(health.lagSeconds)} s`}
      </Figure>
      <Figure name={t('Ledger')}>{number(health.ledgerIndex)}</Figure>
      <Figure
        name={t('Ledger servers in use')}
        alarm={health.ledgerServers.healthy < health.ledgerServers.servers}
      >
        {t('{number} of {number2}', {
          number: number(health.ledgerServers.healthy),
          number2: number(health.ledgerServers.servers),
        })}
      </Figure>
      <Figure name={t('Not parsed')} alarm={health.notUnderstood.times > 0}>
        {number(health.notUnderstood.times)}
      </Figure>
      <TreasuryFigures treasury={health.treasury} />
      <Figure name={t('Payouts owed')} alarm={payouts.count > 0}>
        {payouts.count === 0 ? (
          number(0)
        ) : (
          <>
            {number(payouts.count)} (<AmountText amount={payouts.drops} />)
          </>
        )}
      </Figure>
      <Figure name={t('Stuck requests')} alarm={requests.length > 0}>
        {number(requests.length)}
      </Figure>
      <Figure name={t('Files failed')} alarm={failedCount > 0}>
        {number(failedCount)}
      </Figure>
    </dl>
  )
}

/** The remaining capacity of the marketplace account, and how much XRP to send if it is too low. */
function TreasuryFigures({ treasury }: { treasury: AdminOverview['health']['treasury'] }) {
  if (treasury === null) return <Figure name={t('Free tickets')}>{t('Not checked yet')}</Figure>
  const { low, freeTickets, wantedTickets, roomForWorks, missingDrops } = treasury
  return (
    <>
      <Figure name={t('Free tickets')} alarm={low}>
        {t('{number} of {number2}', { number: number(freeTickets), number2: number(wantedTickets) })}
      </Figure>
      <Figure name={t('Room for reserved works')} alarm={low}>
        {number(roomForWorks)}
      </Figure>
      {missingDrops !== '0' && (
        <Figure name={t('Reserve to send')} alarm={low}>
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
