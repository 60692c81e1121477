import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { drawWithdrawals } from '#db/schema/draws.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { isOpenDraw } from './epochs.ts'
import { parseRows } from '#db/sql/rows.ts'

/** True if item `i` of an open epoch `e` was taken off sale by the ledger or with its collection. */
const isGone = sql`(i.state = 'removed' and i.draw_epoch is not null and e.state = 'open')`
const goneItems = sql`demand_items i join draw_epochs e on e.collection_id = i.collection_id and e.number = i.draw_epoch`

/**
 * True if a position of a collection is being withdrawn. New requests wait until everyone can see the remaining items.
 * An item that a draw holds is withdrawn later, and is not free until then.
 */
export const isWithdrawing = (collectionId: string) => sql`(
  exists (select 1 from draw_withdrawals w where w.collection_id = ${collectionId} and w.ledger_index is null)
  or exists (select 1 from ${goneItems} where i.collection_id = ${collectionId} and ${isGone} and not exists (
    select 1 from draws d join reservations r on r.id = d.reservation_id
    where d.collection_id = i.collection_id and d.epoch = i.draw_epoch and r.item_id = i.id and ${isOpenDraw})))`

export async function insertWithdrawal(
  tx: Executor,
  row: typeof drawWithdrawals.$inferInsert,
): Promise<void> {
  await tx.insert(drawWithdrawals).values(row).onConflictDoNothing()
}

export async function hasOpenWithdrawal(db: Executor, collectionId: string): Promise<boolean> {
  const result = await db.execute(sql`select ${isWithdrawing(collectionId)} as open`)
  return parseRows(v.object({ open: v.boolean() }), result)[0]?.open === true
}

/** Removes the item from its epoch. */
export async function releaseItem(tx: Executor, id: string): Promise<void> {
  await tx.update(demandItems).set({ drawEpoch: null }).where(eq(demandItems.id, id))
}

/**
 * Lists some items of open epochs that were taken off sale by the ledger or with their collection, or only the item
 * with this id.
 */
export async function listWithdrawnItems(tx: Executor, id: string | null) {
  const result = await tx.execute(sql`
    select i.id::text as id, i.collection_id as "collectionId", i.draw_epoch as "drawEpoch"
    from ${goneItems} where ${isGone} and ${id === null ? sql`true` : sql`i.id = ${id}`}
    order by random() limit 100`)
  return parseRows(v.object({ id: v.string(), collectionId: v.string(), drawEpoch: v.number() }), result)
}
