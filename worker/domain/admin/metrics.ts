import { errorFacts } from '#contract/words/error-facts.ts'
import { createTally, durationLimits, type LiveFigures, type Tally } from '#contract/rules/request-tally.ts'
import { HealthReason } from '#contract/schemas/marketplace.ts'
import { queryQueues } from '#db/queries/admin/metrics.ts'
import { queryJobFailures, queryLanes, sumOwedPayouts } from '#db/queries/admin/overview.ts'
import type { Context } from '#worker/domain/context.ts'
import { queryServers, serversReport } from '#worker/domain/ledger-index/servers.ts'
import { getHealth } from '#worker/domain/market/get-health.ts'

interface Sample {
  /** The suffix of the name, for the parts of a histogram. */
  part?: '_bucket' | '_sum' | '_count'
  labels: Record<string, string>
  value: number
}

export interface Metric {
  /** Without the prefix `opx_`. The unit is its last word. */
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  samples: Sample[]
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ labels: {}, value }],
})
const flag = (value: boolean) => (value ? 1 : 0)
const escapeLabel = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** Formats metrics as Prometheus text. Source: prometheus.io "Exposition formats". */
export function formatMetrics(metrics: Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP opx_${name} ${help}`,
      `# TYPE opx_${name} ${type}`,
      ...samples.map(({ part = '', labels, value }) => {
        const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
        return `opx_${name}${part}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
      }),
    ])
    .join('\n')
    .concat('\n')
}

/** Returns the cumulative buckets of a histogram of Prometheus. */
function durationSamples(kind: string, { classes, seconds }: Tally['durations']['read']): Sample[] {
  let count = 0
  const buckets = classes.map((inClass, at): Sample => {
    count += inClass
    return { part: '_bucket', labels: { kind, le: String(durationLimits[at] ?? '+Inf') }, value: count }
  })
  return [
    ...buckets,
    { part: '_sum', labels: { kind }, value: seconds },
    { part: '_count', labels: { kind }, value: count },
  ]
}

function requestMetrics(figures: LiveFigures | null): Metric[] {
  const kinds = figures === null ? [] : (['read', 'write'] as const)
  const { codes, durations } = figures?.requests ?? createTally()
  return [
    {
      name: 'live_readers',
      help: 'Open sockets and streams of readers.',
      type: 'gauge',
      samples: figures === null ? [] : [{ labels: {}, value: figures.readers }],
    },
    {
      name: 'request_seconds',
      help: 'Durations of requests that did not wait for a person.',
      type: 'histogram',
      samples: kinds.flatMap((kind) => durationSamples(kind, durations[kind])),
    },
    {
      name: 'requests_total',
      help: 'Requests by kind and by the code of their problem.',
      type: 'counter',
      samples: kinds
        .flatMap((kind) =>
          Object.entries(codes[kind]).map(([code, value]) => ({ labels: { kind, code }, value })),
        )
        .toSorted((a, b) => b.value - a.value),
    },
  ]
}

/** Reads the counts of requests; null if the object that has them does not answer. */
async function readCounts({ log }: Context, read: (() => Promise<LiveFigures>) | undefined) {
  try {
    return (await read?.()) ?? null
  } catch (error) {
    log.warn('figures_unread', errorFacts(error))
    return null
  }
}

/** Reads the state of the index, the marketplace's account and everything that waits, and the counts of requests. */
export async function readMetrics(
  context: Context,
  readFigures: (() => Promise<LiveFigures>) | undefined,
): Promise<Metric[]> {
  const reader = context.db.http
  const [figures, health, [queues, lanes, failures, [owed], servers]] = await Promise.all([
    readCounts(context, readFigures),
    getHealth(context),
    reader.batch([
      queryQueues(reader),
      queryLanes(reader),
      queryJobFailures(reader),
      sumOwedPayouts(reader),
      queryServers(context),
    ]),
  ])
  const { treasury } = health
  const now = context.now().getTime()
  return [
    gauge('ledger_lag_seconds', 'Age of the newest ledger in the index.', health.lagSeconds),
    gauge('ledger_index', 'Newest ledger in the index.', health.ledgerIndex),
    gauge('read_only', '1 while no ledger server can be used.', flag(health.status === 'read_only')),
    {
      name: 'degraded',
      help: '1 for each reason why the site works with less than it should.',
      type: 'gauge',
      samples: HealthReason.options.map((reason) => ({
        labels: { reason },
        value: flag(health.reasons.includes(reason)),
      })),
    },
    gauge('not_understood_total', 'Parts of ledgers that were not understood.', health.notUnderstood.times),
    gauge(
      'treasury_low',
      '1 if the account has too few tickets or too little room.',
      flag(treasury?.low === true),
    ),
    gauge('treasury_free_tickets', 'Free tickets of the marketplace account.', treasury?.freeTickets ?? 0),
    gauge('treasury_room_works', 'Works on demand for which there is reserve.', treasury?.roomForWorks ?? 0),
    gauge(
      'treasury_missing_drops',
      'XRP that the account lacks, in drops.',
      Number(treasury?.missingDrops ?? 0),
    ),
    gauge('payouts_owed_drops', 'XRP owed to artists and payees, in drops.', Number(owed?.drops ?? 0)),
    {
      name: 'queue_rows',
      help: 'Rows that wait, by queue and state.',
      type: 'gauge',
      samples: queues.map(({ what, state, count }) => ({ labels: { queue: what, state }, value: count })),
    },
    {
      name: 'queue_oldest_seconds',
      help: 'Age of the oldest row that waits, by queue and state.',
      type: 'gauge',
      samples: queues.map(({ what, state, oldestSeconds }) => ({
        labels: { queue: what, state },
        value: Math.round(oldestSeconds),
      })),
    },
    {
      name: 'job_age_seconds',
      help: 'Time since a job of the cron last ran.',
      type: 'gauge',
      samples: lanes.map(({ name, held, expiresAt }) => ({
        labels: { job: name },
        value: held ? 0 : Math.max(0, Math.round((now - expiresAt.getTime()) / 1000)),
      })),
    },
    {
      name: 'job_failures_total',
      help: 'Failures of a job since the database was created.',
      type: 'counter',
      samples: failures.map(({ name, times }) => ({ labels: { job: name }, value: times })),
    },
    {
      name: 'ledger_server_up',
      help: '1 if a ledger server can be used.',
      type: 'gauge',
      samples: serversReport(servers, context).map(({ host, problem }) => ({
        labels: { host, problem: problem ?? 'none' },
        value: flag(problem === null),
      })),
    },
    ...requestMetrics(figures),
  ]
}
