import { errorFacts } from '#worker/contract/error-facts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from './context.ts'

/** A piece of work of the cron that can be left at `until` and taken up again by the next round. */
export type Stage<C = Context> = (context: C, until: Date) => Promise<unknown>

/** Goes through rows until `until`; one at least, so that every kind gets on however slow the ledger is. */
export async function each<T>(
  context: Pick<Context, 'now' | 'log'>,
  { what, until }: { what: string; until: Date },
  rows: T[],
  work: (row: T) => Promise<unknown>,
) {
  for (const [done, row] of rows.entries()) {
    if (done > 0 && context.now() >= until) return
    try {
      await work(row)
    } catch (error) {
      // One stuck row must not hold up the others; it is tried again by the next run.
      context.log.error('sweep_failed', { what, ...errorFacts(error), refused: error instanceof Refusal })
    }
  }
}

/** Each stage has its share of the time that is left before `deadline`; one that fails holds up no other. @throws the first error */
export async function runStages<C extends Pick<Context, 'now'>>(
  context: C,
  deadline: Date,
  stages: Stage<C>[],
): Promise<void> {
  const failures: unknown[] = []
  for (const [done, stage] of stages.entries()) {
    const now = context.now().getTime()
    const share = Math.max(0, deadline.getTime() - now) / (stages.length - done)
    try {
      await stage(context, new Date(now + share))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
