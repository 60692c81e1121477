import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Currency } from '#contract/schemas/amounts.ts'
import type { Executor } from '#db/executor.ts'
import { drawEpochs } from '#db/schema/draws.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { parseRows } from '#db/sql/rows.ts'

export type EpochRow = typeof drawEpochs.$inferSelect

const current = inArray(drawEpochs.state, ['committing', 'open'])

export async function findEpoch(
  db: Executor,
  collectionId: string,
  number: number,
): Promise<EpochRow | null> {
  const [row] = await db
    .select()
    .from(drawEpochs)
    .where(and(eq(drawEpochs.collectionId, collectionId), eq(drawEpochs.number, number)))
  return row ?? null
}

/** Lists epochs whose commitment must be submitted to the ledger. */
export function listCommitting(db: Executor, limit: number): Promise<EpochRow[]> {
  return db
    .select()
    .from(drawEpochs)
    .where(eq(drawEpochs.state, 'committing'))
    .orderBy(asc(drawEpochs.createdAt), asc(drawEpochs.number))
    .limit(limit)
}

/** Opens an epoch whose commitment is validated. */
export async function openEpoch(
  tx: Executor,
  { collectionId, number }: Pick<EpochRow, 'collectionId' | 'number'>,
  { txid, ledgerIndex }: { txid: string; ledgerIndex: number },
): Promise<void> {
  await tx
    .update(drawEpochs)
    .set({ state: 'open', txid, ledgerIndex })
    .where(
      and(
        eq(drawEpochs.collectionId, collectionId),
        eq(drawEpochs.number, number),
        eq(drawEpochs.state, 'committing'),
      ),
    )
}

/** Deletes an epoch whose commitment the ledger refused. The next epoch reuses its number and items. */
export async function dropEpoch(
  tx: Executor,
  { collectionId, number }: Pick<EpochRow, 'collectionId' | 'number'>,
): Promise<void> {
  await tx
    .delete(drawEpochs)
    .where(
      and(
        eq(drawEpochs.collectionId, collectionId),
        eq(drawEpochs.number, number),
        eq(drawEpochs.state, 'committing'),
      ),
    )
  await tx
    .update(demandItems)
    .set({ drawEpoch: null })
    .where(and(eq(demandItems.collectionId, collectionId), eq(demandItems.drawEpoch, number)))
}

/** A draw `d` that has no outcome yet or holds a position. */
export const isOpenDraw = sql`(d.state in ('waiting', 'anchored', 'held') or (d.state = 'withheld' and d.hold_until > ${indexTime}))`

/**
 * True if a draw has no outcome yet, a purchase is open, or an epoch is being committed. Until these end, no new epoch
 * may begin.
 */
const hasOpenDraw = sql`(exists (select 1 from draws d where d.collection_id = c.id and ${isOpenDraw})
  or exists (select 1 from reservations r where r.collection_id = c.id and r.state in ('reserved', 'offered', 'cancelling')
    and (r.item_id is not null or r.draw_number is not null))
  or exists (select 1 from draw_epochs p where p.collection_id = c.id and p.state = 'committing'))`

const hasWaitingItem = sql`exists (select 1 from demand_items i
  where i.collection_id = c.id and i.hidden and i.state = 'for_sale' and i.price_drops is not null and i.draw_epoch is null)`

/**
 * True if an item of collection `c` was added within a minute of the newest ledger. Artists add items one by one, and
 * an epoch that starts with the first item would make the others wait.
 */
export const isBeingFilled = sql`exists (select 1 from demand_items i
  where i.collection_id = c.id and i.hidden and i.state = 'for_sale' and i.price_drops is not null and i.draw_epoch is null
    and greatest(i.created_at, i.listed_at) > ${indexTime} - interval '1 minute')`

/**
 * True for an announced random collection `c` that has items outside of an epoch and in which an epoch may start
 * automatically.
 */
export const isEpochDue = sql`c.random and c.announced and ${hasWaitingItem} and not ${isBeingFilled} and not ${hasOpenDraw}
  and exists (select 1 from draw_chains h where h.collection_id = c.id and h.tip is not null)
  and not exists (select 1 from draw_epochs e where e.collection_id = c.id and e.created_at > now() - interval '1 hour')`

export async function listEpochsDue(db: Executor, limit: number): Promise<string[]> {
  const result = await db.execute(
    sql`select c.id from collections c where ${isEpochDue} order by c.id limit ${limit}`,
  )
  return parseRows(v.object({ id: v.string() }), result).map(({ id }) => id)
}

/** Reads what prevents a new epoch of a collection from starting. Requires the lock of its chain. */
export async function readEpochState(tx: Executor, collectionId: string) {
  const result = await tx.execute(sql`
    select ${hasOpenDraw} as busy, ${hasWaitingItem} as waiting, ${isBeingFilled} as filling,
      exists (select 1 from draw_epochs where collection_id = c.id and state = 'committing') as committing,
      coalesce((select max(number) from draw_epochs where collection_id = c.id), 0) as last
    from collections c where c.id = ${collectionId}`)
  return (
    parseRows(
      v.object({
        busy: v.boolean(),
        waiting: v.boolean(),
        filling: v.boolean(),
        committing: v.boolean(),
        last: v.number(),
      }),
      result,
    )[0] ?? null
  )
}

export interface EpochItem {
  id: string
  cid: string
  priceDrops: bigint
  currency: Currency | null
}

/** Returns the unsold items of a collection that have a price, and locks them for the rest of the transaction. */
export async function lockUnsoldItems(tx: Executor, collectionId: string): Promise<EpochItem[]> {
  const result = await tx.execute(sql`
    select id::text as id, metadata_cid as cid, price_drops::text as price, currency from demand_items
    where collection_id = ${collectionId} and hidden and state = 'for_sale' and price_drops is not null
    order by id for update`)
  return parseRows(
    v.object({ id: v.string(), cid: v.string(), price: v.string(), currency: v.nullable(Currency) }),
    result,
  ).map(({ id, cid, price, currency }) => ({
    currency,
    id,
    cid,
    priceDrops: BigInt(price),
  }))
}

/** Closes the current epochs and detaches removed items from them. */
export async function closeEpochs(tx: Executor, collectionId: string): Promise<void> {
  await tx
    .update(demandItems)
    .set({ drawEpoch: null })
    .where(and(eq(demandItems.collectionId, collectionId), eq(demandItems.state, 'removed')))
  await tx
    .update(drawEpochs)
    .set({ state: 'closed' })
    .where(and(eq(drawEpochs.collectionId, collectionId), current))
}

export async function insertEpoch(
  tx: Executor,
  row: typeof drawEpochs.$inferInsert,
  itemIds: string[],
): Promise<void> {
  await tx.insert(drawEpochs).values(row)
  await tx.execute(
    sql`update demand_items set draw_epoch = ${row.number} where id = any(${sql.param(itemIds)}::uuid[])`,
  )
}

/** True if a draw of the collection has no result yet, or a draw holds this position. */
export async function isPositionBound(
  tx: Executor,
  { collectionId, number, position }: { collectionId: string; number: number; position: number },
): Promise<boolean> {
  const result = await tx.execute(sql`
    select exists (select 1 from draws d where d.collection_id = ${collectionId} and (d.state in ('waiting', 'anchored')
      or (${isOpenDraw} and d.epoch = ${number} and d.position = ${position}))) as bound`)
  return parseRows(v.object({ bound: v.boolean() }), result)[0]?.bound === true
}
