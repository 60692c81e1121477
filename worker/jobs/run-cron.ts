import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { refillTickets } from '#worker/domain/journal/tickets.ts'
import { dropCronLease, takeCronLease } from '#worker/domain/ledger-index/cron-lease.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { refreshStatistics } from '#worker/domain/ledger-index/refresh-statistics.ts'
import { fetchMetadata } from '#worker/domain/metadata/fetch-metadata.ts'
import { sweep } from '#worker/domain/trade/sweep.ts'

/** Pause between two rounds of one run: about a ledger close. */
const roundMs = 3000
/** The longest that one part may go on in a round, so that the lease never runs out under it. */
const partMs = 10_000

type Part = [name: string, work: (context: Context, deadline: Date) => Promise<unknown>]

const parts: Part[] = [
  ['follow', followLedgers],
  ['sweep', sweep],
  ['tickets', refillTickets],
  ['statistics', refreshStatistics],
  ['metadata', fetchMetadata],
]

/** One after another; a part that fails is logged and tried again in the next round. False when the lease was lost. */
async function round(context: Context, holder: string): Promise<boolean> {
  for (const [name, work] of parts) {
    if (!(await takeCronLease(context, holder))) return false
    try {
      await work(context, new Date(context.now().getTime() + partMs))
    } catch (error) {
      context.log.error('job_failed', {
        job: name,
        ...errorFacts(error),
      })
    }
  }
  return true
}

/**
 * One firing of the cron: rounds of all jobs until the budget is used up (Cloudflare fires at most once a minute, so a
 * run lasts nearly as long). A budget of 0 is a single round. A lease keeps two runs from working at once.
 */
export async function runCron(context: Context, budgetMs: number): Promise<void> {
  const end = context.now().getTime() + budgetMs
  const holder = crypto.randomUUID()
  while (await round(context, holder)) {
    if (context.now().getTime() + roundMs >= end) {
      await dropCronLease(context, holder)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, roundMs))
  }
}
