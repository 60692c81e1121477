import { findDueWork, type Work } from '#db/queries/due-work.ts'
import type { Context } from './context.ts'
import { priceBefore } from './prices/refresh-price.ts'
import { keysBefore } from './trade/sweep.ts'
import { storageCountedBefore, uploadsBefore } from './upload/sweep-uploads.ts'

export type { Work }

/** Which of these kinds of background work are due now: one query. */
export function dueWork({ db, now }: Context, kinds: readonly Work[]): Promise<ReadonlySet<Work>> {
  const at = now()
  return findDueWork(db.read, kinds, {
    keysBefore: keysBefore(at),
    priceBefore: priceBefore(at),
    uploadsBefore: uploadsBefore(at),
    storageCountedBefore: storageCountedBefore(at),
  })
}
