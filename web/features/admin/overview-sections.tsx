import type { ReactNode } from 'react'
import type { AdminOverview } from '#worker/contract/admin.ts'
import { m } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AdminTable, type Column, counted, number, since, state } from './admin-table.tsx'
import css from './admin.module.css'
import { PinsSection } from './pins-section.tsx'

const jobLabels: Record<string, string> = {
  cron: m.admin_overview_sections_following_ledger_sales_tickets,
  'cron-side': m.admin_overview_sections_statistics_price_metadata_syncs,
  'cron-draws': m.admin_overview_sections_seeds_epochs_draws,
  'cron-pins': m.admin_overview_sections_pins,
  'cron-notifications': m.notifications_bell_notifications,
  'cron-webhooks': m.programs_webhooks_page_webhooks,
}

const journalColumns: Column<AdminOverview['journal']['open'][number]>[] = [
  [m.admin_overview_sections_purpose, (row) => <code>{row.purpose}</code>],
  [m.admin_overview_sections_kind, (row) => row.kind],
  state,
  [m.admin_overview_sections_preliminary, (row) => row.preliminary ?? ''],
  since,
]

const requestColumns: Column<AdminOverview['requests'][number]>[] = [
  [m.common_account, ({ account }) => account !== null && <Address account={account} />],
  [m.admin_overview_sections_purpose, (row) => row.purpose],
  state,
  since,
]

const payoutColumns: Column<AdminOverview['payouts']['owed'][number]>[] = [
  [m.admin_overview_sections_artist, (row) => <Address account={row.artist} />],
  [m.common_amount, (row) => <AmountText amount={row.amountDrops} />],
  [m.admin_overview_sections_attempt, (row) => number(row.attempt)],
  [m.admin_overview_sections_last_refusal, (row) => row.result ?? ''],
  since,
]

const syncColumns: Column<AdminOverview['syncs'][number]>[] = [
  [m.common_collection, (row) => row.collection],
  [m.admin_overview_sections_nfts_with_unknown_accounts, (row) => number(row.unseen)],
  [m.admin_overview_sections_not_found, (row) => number(row.lost)],
  since,
]

const jobColumns: Column<AdminOverview['jobs'][number]>[] = [
  [m.admin_overview_sections_jobs, (job) => jobLabels[job.name] ?? job.name],
  [
    m.admin_table_state,
    (job) => (job.running ? m.admin_overview_sections_running : m.admin_overview_sections_idle),
  ],
  [m.admin_overview_sections_last_run, (job) => <RelativeTime at={job.lastRunAt} />],
]

const failureColumns: Column<AdminOverview['failures'][number]>[] = [
  [m.admin_overview_sections_job, (job) => job.name],
  [m.admin_overview_sections_times, (job) => number(job.times)],
  [m.admin_overview_sections_latest_error, (job) => <code>{job.error}</code>],
  [m.admin_audit_section_when, (job) => <RelativeTime at={job.latestAt} />],
]

const serverColumns: Column<AdminOverview['servers'][number]>[] = [
  [m.admin_overview_sections_server, (server) => server.host],
  [
    m.admin_table_state,
    ({ problem }) => (problem === null ? m.admin_overview_sections_in_use : problem.replace('_', ' ')),
  ],
  [m.admin_overview_sections_version, (server) => server.version ?? ''],
  [m.admin_overview_sections_ledger, ({ ledgerIndex }) => (ledgerIndex === null ? '' : number(ledgerIndex))],
  [
    m.admin_overview_sections_last_answer,
    ({ answeredAt }) =>
      answeredAt === null ? m.admin_overview_sections_never : <RelativeTime at={answeredAt} />,
  ],
]

const noteColumns: Column<AdminOverview['notes'][number]>[] = [
  [
    m.admin_overview_sections_kind,
    ({ kind, detail }) => (
      <>
        {kind} {detail !== '' && <code>{detail}</code>}
      </>
    ),
  ],
  [m.admin_overview_sections_times, (note) => number(note.times)],
  [m.admin_overview_sections_latest_ledger, (note) => number(note.latestLedger)],
  [m.admin_audit_section_when, (note) => <RelativeTime at={note.latestAt} />],
]

/** One section for each kind of background work, with its waiting and failed items. */
export function OverviewSections({ overview }: { overview: AdminOverview }) {
  const { jobs, failures, notes, pins, journal, requests, payouts, syncs } = overview
  return (
    <>
      <Figures overview={overview} />
      <PinsSection pins={pins} />
      <AdminTable
        title={m.admin_overview_sections_journal}
        note={counted(journal.counts)}
        empty={m.admin_overview_sections_nothing_is_under_way}
        rows={journal.open}
        keyOf={(row) => row.hash}
        columns={journalColumns}
      />
      <AdminTable
        title={m.admin_overview_sections_stuck_requests}
        empty={m.admin_overview_sections_no_request_is_stuck}
        rows={requests}
        keyOf={(row) => row.id}
        columns={requestColumns}
      />
      <AdminTable
        title={m.admin_overview_sections_payouts_owed}
        empty={m.admin_overview_sections_nothing_is_owed}
        rows={payouts.owed}
        keyOf={(row) => `${row.nftId}:${row.since}`}
        columns={payoutColumns}
      />
      <AdminTable
        title={m.admin_overview_sections_incomplete_syncs}
        empty={m.admin_overview_sections_latest_sync_each_collection}
        rows={syncs}
        keyOf={(row) => row.collection}
        columns={syncColumns}
      />
      <AdminTable
        title={m.admin_overview_sections_jobs}
        empty={m.admin_overview_sections_no_job_run_yet}
        rows={jobs}
        keyOf={(job) => job.name}
        columns={jobColumns}
      />
      <AdminTable
        title={m.admin_overview_sections_ledger_servers}
        note={serversNote(overview.health.ledgerServers)}
        empty={m.admin_overview_sections_no_server_is_configured}
        rows={overview.servers}
        keyOf={(server) => server.id}
        columns={serverColumns}
      />
      <AdminTable
        title={m.admin_overview_sections_not_understood_in_ledgers}
        empty={m.admin_overview_sections_everything_was_understood}
        rows={notes}
        keyOf={(note) => `${note.kind} ${note.detail}`}
        columns={noteColumns}
      />
      <AdminTable
        title={m.admin_overview_sections_failed_jobs}
        empty={m.admin_overview_sections_no_job_has_failed}
        rows={failures}
        keyOf={(job) => job.name}
        columns={failureColumns}
      />
    </>
  )
}

function serversNote({ readOnly, batch, upgradeDue }: AdminOverview['health']['ledgerServers']) {
  return joinSentences(
    readOnly && m.admin_overview_sections_none_can_used_site,
    upgradeDue && m.admin_overview_sections_amendment_not_know_majority,
    batch ? m.admin_overview_sections_batch_is_in_force : m.admin_overview_sections_batch_not_force_not,
  )
}

function Figures({ overview: { health, payouts, requests, pins } }: { overview: AdminOverview }) {
  const failed = pins.counts['failed'] ?? 0
  return (
    <dl className={css.figures}>
      <Figure name={m.admin_overview_sections_ledger_lag} alarm={health.status === 'behind'}>
        {health.ledgerIndex === 0
          ? m.admin_overview_sections_nothing_followed_yet
          : `${number(health.lagSeconds)} s`}
      </Figure>
      <Figure name={m.admin_overview_sections_ledger}>{number(health.ledgerIndex)}</Figure>
      <Figure
        name={m.admin_overview_sections_ledger_servers_in_use}
        alarm={health.ledgerServers.healthy < health.ledgerServers.servers}
      >
        {m.admin_overview_sections_of({
          number: number(health.ledgerServers.healthy),
          number2: number(health.ledgerServers.servers),
        })}
      </Figure>
      <Figure name={m.admin_overview_sections_not_understood} alarm={health.notUnderstood.times > 0}>
        {number(health.notUnderstood.times)}
      </Figure>
      <TreasuryFigures treasury={health.treasury} />
      <Figure name={m.admin_overview_sections_payouts_owed} alarm={payouts.count > 0}>
        {number(payouts.count)} (<AmountText amount={payouts.drops} />)
      </Figure>
      <Figure name={m.admin_overview_sections_stuck_requests} alarm={requests.length > 0}>
        {number(requests.length)}
      </Figure>
      <Figure name={m.admin_overview_sections_files_failed} alarm={failed > 0}>
        {number(failed)}
      </Figure>
    </dl>
  )
}

/** The remaining capacity of the marketplace account, and how much XRP to send if it is too low. */
function TreasuryFigures({ treasury }: { treasury: AdminOverview['health']['treasury'] }) {
  if (treasury === null)
    return (
      <Figure name={m.admin_overview_sections_free_tickets}>
        {m.admin_overview_sections_not_looked_at_yet}
      </Figure>
    )
  const { low, freeTickets, wantedTickets, roomForWorks, missingDrops } = treasury
  return (
    <>
      <Figure name={m.admin_overview_sections_free_tickets} alarm={low}>
        {m.admin_overview_sections_of({ number: number(freeTickets), number2: number(wantedTickets) })}
      </Figure>
      <Figure name={m.admin_overview_sections_room_for_reserved_works} alarm={low}>
        {number(roomForWorks)}
      </Figure>
      {missingDrops !== '0' && (
        <Figure name={m.admin_overview_sections_reserve_to_send} alarm={low}>
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
