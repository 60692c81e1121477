import { sentence } from '#contract/words/sentence.ts'
import { deferSync, releaseSync, type SyncRow, takeSync } from '#db/queries/sync/syncs.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { findIdentity } from '#worker/domain/collection/find-identity.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { rereadAccount } from './reread-account.ts'
import { stepOffers } from './rebuild-offers.ts'
import { stepTokens } from './rebuild-tokens.ts'
import { holdSeconds, jobOf, type SyncContext, type SyncJob, TakenOver } from './sync-job.ts'

const maxTries = 8
const firstPauseMs = 2000

async function subjectOf(context: SyncContext, row: SyncRow): Promise<SyncJob['of']> {
  if (row.kind === 'nft') return { ...identifyToken(row.subject), nftId: row.subject }
  return { ...(await findIdentity(context, row.subject)), nftId: null }
}

async function fail(context: SyncContext, row: SyncRow, holder: string, tries: number, error: unknown) {
  context.log.warn('sync_failed', { kind: row.kind, subject: row.subject, tries, ...errorFacts(error) })
  const isMissing = error instanceof Refusal && error.code === 'not_found'
  const over = isMissing || tries >= maxTries
  await deferSync(context.db.http, row.id, holder, {
    error: error instanceof Refusal ? error.sentence : sentence('Something went wrong.'),
    tries,
    dueAt: over ? null : new Date(context.now().getTime() + firstPauseMs * 2 ** tries),
  })
}

/** Processes one job until it is finished, the deadline has passed, or it fails. Returns true if it was finished. */
async function processJob(
  context: SyncContext,
  row: SyncRow,
  holder: string,
  deadline: Date,
): Promise<boolean> {
  let tries = row.tries
  try {
    if (row.kind === 'account') {
      await rereadAccount(context, row, holder)
      return true
    }
    const job = jobOf(row, holder, await subjectOf(context, row))
    while (context.now() < deadline) {
      if (job.step.position.phase === 'tokens') await stepTokens(context, job)
      else if (await stepOffers(context, job)) return true
      tries = 0
    }
    await releaseSync(context.db.http, row.id, holder)
  } catch (error) {
    if (!(error instanceof TakenOver)) await fail(context, row, holder, tries + 1, error)
  }
  return false
}

/**
 * Processes the queue of syncs until it is empty or the deadline has passed. May run concurrently: one worker holds a
 * job, each step is one transaction, and another worker that takes over a job continues from its last step. Returns the
 * number of finished syncs.
 */
export async function runSyncs(context: SyncContext, deadline: Date): Promise<number> {
  let finishedCount = 0
  while (context.now() < deadline) {
    const holder = crypto.randomUUID()
    const row = await takeSync(context.db.http, holder, holdSeconds)
    if (row === null) break
    if (await processJob(context, row, holder, deadline)) finishedCount += 1
  }
  return finishedCount
}
