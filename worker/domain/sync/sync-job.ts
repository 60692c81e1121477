import type { Executor } from '#db/executor.ts'
import { findCursor, lockIndex } from '#db/queries/ledger-index/writes.ts'
import { advanceSync, type Identity, type SyncRow, type SyncStep } from '#db/queries/sync/syncs.ts'
import type { Context } from '#worker/domain/context.ts'

/** A running sync: its subject and its progress. */
export interface SyncJob {
  id: string
  holder: string
  thorough: boolean
  /** A collection, or one token of it. */
  of: Identity & { nftId: string | null }
  requestedBy: string
  step: SyncStep
}

export type SyncContext = Pick<Context, 'db' | 'ledger' | 'rules' | 'now' | 'log'>

/** Duration of a job's claim, which each step renews. */
export const holdSeconds = 40

/** Thrown if another worker has taken over the job. */
export class TakenOver extends Error {}

export function jobOf(row: SyncRow, holder: string, of: SyncJob['of']): SyncJob {
  const { id, thorough, requestedBy, position, done, total, lost, unseen, mended } = row
  return { id, holder, thorough, of, requestedBy, step: { position, done, total, lost, unseen, mended } }
}

/**
 * Returns the ledger that the sync reads: the index's ledger, so that a difference is an error and not just a newer
 * state. Without a cursor, the newest ledger.
 */
export async function pinnedLedger({ db, ledger }: SyncContext): Promise<{ index: number; closedAt: Date }> {
  const cursor = await findCursor(db.http)
  if (cursor !== null) return { index: cursor.ledgerIndex, closedAt: cursor.closedAt }
  return ledger.validatedHead()
}

/**
 * Applies a step's writes and records its progress in one transaction, under the index lock. `write` gets a copy of the
 * counts to add to, so a failed transaction leaves the job unchanged. Throws TakenOver.
 */
export async function commitStep(
  context: SyncContext,
  job: SyncJob,
  write: (tx: Executor, step: SyncStep) => Promise<void>,
): Promise<void> {
  const step = structuredClone(job.step)
  await context.db.transaction(async (tx) => {
    await lockIndex(tx)
    await write(tx, step)
    if (!(await advanceSync(tx, job.id, job.holder, step, holdSeconds))) throw new TakenOver(job.id)
  })
  job.step = step
}
