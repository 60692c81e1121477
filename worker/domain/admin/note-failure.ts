import { noteJobFailure } from '#db/queries/job-failures.ts'
import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'

/** Logs that a job failed and keeps it for the marketplace owner; never fails itself: the database may be what is out of order. */
export async function noteFailure({ db, log }: Context, job: string, error: unknown): Promise<void> {
  const facts = errorFacts(error)
  log.error('job_failed', { job, ...facts })
  try {
    await noteJobFailure(db.read, job, facts.message)
  } catch (cause) {
    log.warn('job_failure_not_kept', { job, ...errorFacts(cause) })
  }
}
