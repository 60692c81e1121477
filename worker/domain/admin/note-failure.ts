import { noteJobFailure } from '#db/queries/admin/overview.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'

/** Logs a failed job and stores it for the marketplace owner. Never throws, because the database may be the cause. */
export async function noteFailure({ db, log }: Context, job: string, error: unknown): Promise<void> {
  const facts = errorFacts(error)
  log.error('job_failed', { job, ...facts })
  try {
    await noteJobFailure(db.http, job, facts.message)
  } catch (cause) {
    log.warn('job_failure_not_kept', { job, ...errorFacts(cause) })
  }
}
