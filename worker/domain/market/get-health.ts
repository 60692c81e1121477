import { findCursor } from '#db/queries/index-writes.ts'
import type { Context } from '#worker/domain/context.ts'

/** Beyond this the index is said to be behind. */
const behindAfterSeconds = 60

export async function getHealth(context: Context) {
  const cursor = await findCursor(context.db.read)
  const lagSeconds =
    cursor === null
      ? Number.MAX_SAFE_INTEGER
      : Math.max(0, Math.round((context.now().getTime() - cursor.closedAt.getTime()) / 1000))
  return {
    status: lagSeconds > behindAfterSeconds ? ('behind' as const) : ('ok' as const),
    ledgerIndex: cursor?.ledgerIndex ?? 0,
    lagSeconds,
  }
}
