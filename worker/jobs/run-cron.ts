import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { refillTickets } from '#worker/domain/journal/tickets.ts'
import { askLines } from '#worker/domain/ledger-index/ask-lines.ts'
import { dropCronLease, takeCronLease } from '#worker/domain/ledger-index/cron-lease.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { refreshStatistics } from '#worker/domain/ledger-index/refresh-statistics.ts'
import { fetchMetadata } from '#worker/domain/metadata/fetch-metadata.ts'
import { refreshPrice } from '#worker/domain/prices/refresh-price.ts'
import { runSyncs } from '#worker/domain/sync/run-syncs.ts'
import { sweep } from '#worker/domain/trade/sweep.ts'

/** Pause between two rounds of one run: about a ledger close. */
const roundMs = 3000
/** The longest that one part may go on in a round, so that the lease never runs out under it. */
const partMs = 10_000

type Part = [name: string, work: (context: Context, deadline: Date) => Promise<unknown>]

interface Lane {
  /** Of its lease. */
  name: string
  parts: Part[]
}

/**
 * What must keep step with the ledger, and what may take its time. They run side by side, so that a slow gateway or a
 * long sync never holds up the follower.
 */
const lanes: Lane[] = [
  {
    name: 'cron',
    parts: [
      ['follow', followLedgers],
      ['sweep', sweep],
      ['tickets', refillTickets],
    ],
  },
  {
    name: 'cron-side',
    parts: [
      ['price', refreshPrice],
      ['lines', askLines],
      ['statistics', refreshStatistics],
      ['syncs', runSyncs],
      ['metadata', fetchMetadata],
    ],
  },
]

/** One after another; a part that fails is logged and tried again in the next round. False when the lease was lost. */
async function round(context: Context, { name, parts }: Lane, holder: string): Promise<boolean> {
  for (const [job, work] of parts) {
    if (!(await takeCronLease(context, name, holder))) return false
    try {
      await work(context, new Date(context.now().getTime() + partMs))
    } catch (error) {
      context.log.error('job_failed', { job, ...errorFacts(error) })
    }
  }
  return true
}

async function runLane(context: Context, lane: Lane, end: number): Promise<void> {
  const holder = crypto.randomUUID()
  while (await round(context, lane, holder)) {
    if (context.now().getTime() + roundMs >= end) {
      await dropCronLease(context, lane.name, holder)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, roundMs))
  }
}

/**
 * One firing of the cron: rounds of all jobs until the budget is used up (Cloudflare fires at most once a minute, so a
 * run lasts nearly as long). A budget of 0 is a single round, lane after lane. A lease keeps two runs from working at once.
 */
export async function runCron(context: Context, budgetMs: number): Promise<void> {
  const end = context.now().getTime() + budgetMs
  if (budgetMs === 0) {
    for (const lane of lanes) await runLane(context, lane, end)
    return
  }
  await Promise.all(lanes.map((lane) => runLane(context, lane, end)))
}
