import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { drawWithdrawals } from '#db/schema/draws.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { rowsOf } from './rows.ts'

export async function insertWithdrawal(
  tx: Executor,
  row: typeof drawWithdrawals.$inferInsert,
): Promise<void> {
  await tx.insert(drawWithdrawals).values(row).onConflictDoNothing()
}

/** The item is in no epoch any more. */
export async function releaseItem(tx: Executor, id: string): Promise<void> {
  await tx.update(demandItems).set({ drawEpoch: null }).where(eq(demandItems.id, id))
}

/** Items of open epochs that were taken from sale by the ledger or with their collection: some of them, or the one with this id. */
export async function listWithdrawnItems(tx: Executor, id: string | null) {
  const found = await tx.execute(sql`
    select i.id::text as id, i.collection_id as "collectionId", i.draw_epoch as "drawEpoch"
    from demand_items i join draw_epochs e on e.collection_id = i.collection_id and e.number = i.draw_epoch
    where i.state = 'removed' and i.draw_epoch is not null and e.state = 'open'
      and ${id === null ? sql`true` : sql`i.id = ${id}`}
    order by random() limit 100`)
  return rowsOf<{ id: string; collectionId: string; drawEpoch: number }>(found)
}
