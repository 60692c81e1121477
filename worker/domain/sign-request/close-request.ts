import { moveSignRequest, type SignRequestRow } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { releaseSoon } from '#worker/domain/demand/take-back.ts'
import { settlePurchases } from '#worker/domain/demand/settle.ts'

/** The end of a request that came to nothing. */
type Ending = Partial<SignRequestRow> & { state: 'rejected' | 'expired' | 'failed' }

/**
 * Ends a request that came to nothing, and in the same transaction what was held for it: who tries again right after a rejection
 * must not be given the rejected request. Null when somebody else moved the request first.
 */
export async function closeRequest(
  context: Context,
  row: SignRequestRow,
  from: SignRequestRow['state'][],
  ending: Ending,
): Promise<SignRequestRow | null> {
  const { db, now } = context
  const change = { ...ending, resolvedAt: now() }
  const { reservationId } = row.context
  if (reservationId === undefined) return moveSignRequest(db.read, row.id, from, change)
  const moved = await db.transaction(async (tx) => {
    const ended = await moveSignRequest(tx, row.id, from, change)
    if (ended !== null) await settlePurchases(tx)
    return ended
  })
  if (moved !== null) releaseSoon(context, reservationId)
  return moved
}
