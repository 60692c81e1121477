import { refreshRarity } from '#db/queries/ledger-index/rarity.ts'
import { refreshCollectionStats } from '#db/queries/ledger-index/statistics.ts'
import type { Context } from '#worker/domain/context.ts'

const batch = 50
/**
 * Number of collections per rarity query. Smaller than the other batch, because rarity touches every token of a
 * collection.
 */
const rarityBatch = 5

/** Refreshes statistics and rarity of collections, until none is due or the deadline has passed. */
export async function refreshStatistics(
  { db, rules, now }: Pick<Context, 'db' | 'rules' | 'now'>,
  deadline: Date,
): Promise<void> {
  while (now() < deadline) {
    const stats = await refreshCollectionStats(db.http, rules, batch)
    const rarity = await refreshRarity(db.http, rarityBatch)
    if (stats < batch && rarity < rarityBatch) return
  }
}
