import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from './context.ts'

/** A part of the cron's work that stops at `until`; the next round continues it. */
export type Stage<C = Context> = (context: C, until: Date) => Promise<unknown>

/** Processes rows until `until`; at least one, so that every kind advances however slow the ledger is. */
export async function processRows<T>(
  context: Pick<Context, 'now' | 'log'>,
  { what: task, until }: { what: string; until: Date },
  rows: T[],
  work: (row: T) => Promise<unknown>,
) {
  for (const [index, row] of rows.entries()) {
    if (index > 0 && context.now() >= until) return
    try {
      await work(row)
    } catch (error) {
      // One failing row must not block the others; the next run retries it.
      context.log.error('sweep_failed', {
        what: task,
        ...errorFacts(error),
        refused: error instanceof Refusal,
      })
    }
  }
}

/**
 * Gives each stage a share of the time left before `deadline`; a failing stage does not stop the remaining ones.
 * @throws the first error
 */
export async function runStages<C extends Pick<Context, 'now'>>(
  context: C,
  deadline: Date,
  stages: Stage<C>[],
): Promise<void> {
  const failures: unknown[] = []
  for (const [index, stage] of stages.entries()) {
    const now = context.now().getTime()
    const share = Math.max(0, deadline.getTime() - now) / (stages.length - index)
    try {
      await stage(context, new Date(now + share))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
