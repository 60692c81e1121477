import { refreshCollectionStats } from '#db/queries/index-derive.ts'
import type { Context } from '#worker/domain/context.ts'

const batch = 50

/** Statistics of collections that are due, until none is or the time is up. */
export async function refreshStatistics({ db, now }: Context, deadline: Date): Promise<void> {
  while (now() < deadline) {
    if ((await refreshCollectionStats(db.read, batch)) < batch) return
  }
}
