import {
  countPins,
  countSubmissions,
  queryIncompleteSyncs,
  queryJobFailures,
  queryLanes,
  queryOpenSubmissions,
  queryOwedPayouts,
  queryStuckRequests,
  queryFailingPins,
  sumOwedPayouts,
} from '#db/queries/admin/overview.ts'
import { queryReportedWorks } from '#db/queries/nft/adult-content.ts'
import { accountsOfWork, queryPeople } from '#db/queries/people/people.ts'
import { queryNotes } from '#db/queries/ledger-index/unread.ts'
import type { AdminOverview } from '#contract/schemas/admin.ts'
import type { Context } from '#worker/domain/context.ts'
import { queryServers, serversReport } from '#worker/domain/ledger-index/servers.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { getHealth } from '#worker/domain/market/get-health.ts'

const maxRows = 50
/** A request can be opened for 5 minutes and signed for a little longer. After this time it counts as stuck. */
const stuckAfterMs = 900_000

const since = <T extends { since: Date }>(row: T) => ({ ...row, since: row.since.toISOString() })

/** Returns the state of the marketplace's background work. */
export async function getOverview(context: Context): Promise<AdminOverview> {
  const reader = context.db.http
  const stuckBefore = new Date(context.now().getTime() - stuckAfterMs)
  const [health, rows] = await Promise.all([
    getHealth(context),
    reader.batch([
      queryLanes(reader),
      countPins(reader),
      queryFailingPins(reader, maxRows),
      countSubmissions(reader),
      queryOpenSubmissions(reader, maxRows),
      queryStuckRequests(reader, stuckBefore, maxRows),
      sumOwedPayouts(reader),
      queryOwedPayouts(reader, maxRows),
      queryJobFailures(reader),
      queryNotes(reader, maxRows),
      queryServers(context),
      queryIncompleteSyncs(reader, maxRows),
      queryReportedWorks(reader, maxRows),
      queryPeople(reader, accountsOfWork(stuckBefore)),
    ]),
  ])
  const [
    jobs,
    pinCounts,
    failingPins,
    submissions,
    open,
    requests,
    owedSum,
    owedPayouts,
    failures,
    ...latest
  ] = rows
  const [notes, servers, syncs, reports, people] = latest
  return {
    health,
    servers: serversReport(servers, context),
    jobs: jobs.map(({ name, held, expiresAt }) => {
      const lastRunAt = held ? context.now() : expiresAt
      return { name, running: held, lastRunAt: lastRunAt.toISOString() }
    }),
    notes: notes.map((row) => ({ ...row, latestAt: row.latestAt.toISOString() })),
    failures: failures.map((row) => ({ ...row, latestAt: row.latestAt.toISOString() })),
    pins: {
      counts: Object.fromEntries(pinCounts.map(({ state, count }) => [state, count])),
      troubled: failingPins.map(since),
    },
    journal: {
      counts: Object.fromEntries(submissions.map(({ kind, state, count }) => [`${kind} ${state}`, count])),
      open: open.map(since),
    },
    syncs: syncs.map(since),
    reports: reports.map(since),
    requests: requests.map(since),
    people: peopleView(people),
    payouts: {
      count: owedSum[0]?.count ?? 0,
      drops: owedSum[0]?.drops ?? '0',
      owed: owedPayouts.map((row) => ({
        ...since(row),
        amountDrops: row.amountDrops.toString(),
        dueAt: row.dueAt.toISOString(),
      })),
    },
  }
}
