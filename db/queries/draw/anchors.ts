import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { drawAnchors, drawBeacons } from '#db/schema/draws.ts'
import type { AnchorEntry } from '#draw-verifier/draw-records.ts'
import { maxAnchorDelay, maxAnchorEntries } from '#draw-verifier/draws.ts'
import { parseRows } from '#db/sql/rows.ts'

export type AnchorRow = typeof drawAnchors.$inferSelect
export type BeaconRow = typeof drawBeacons.$inferSelect

const cursorLedger = sql`coalesce((select max(ledger_index) from ledger_cursor), 0)`

/** A request `d` that is not anchored and can still be anchored in time. */
const isWaiting = sql`(d.state = 'waiting' and d.anchor_id is null and d.ledger_index + ${maxAnchorDelay}::int > ${cursorLedger})`

const DrawWork = v.object({
  committing: v.boolean(),
  /** True if an anchor is in progress or an entry is waiting for one. */
  anchor: v.boolean(),
  /** True if a crash has left requests without a receipt. */
  unsigned: v.boolean(),
  /** True if drawable items were taken off sale outside of the draws. */
  withdrawn: v.boolean(),
  /** Ledger indexes of beacons whose headers are not stored. */
  beacons: v.array(v.number()),
  /** Ids of collections with requests that may have a result. */
  collections: v.array(v.string()),
  /**
   * True if draws received an offer or ended since the last check. `unpublished`: true if sold draws must be published.
   */
  moved: v.boolean(),
  unpublished: v.boolean(),
  /** True if the index has not applied a beacon yet. */
  behind: v.boolean(),
})
export type DrawWork = v.InferOutput<typeof DrawWork>

const isOverdue = sql`(d.state = 'waiting' and d.ledger_index + ${maxAnchorDelay}::int <= ${cursorLedger})`

/** Reads the pending work of all draws in one query. */
export async function readDrawWork(db: Executor): Promise<DrawWork> {
  const result = await db.execute(sql`
    select
      exists (select 1 from draw_epochs where state = 'committing') as committing,
      exists (select 1 from draw_anchors where state = 'open') or exists (select 1 from draws d where ${isWaiting})
        or exists (select 1 from draw_withdrawals where anchor_id is null) as anchor,
      exists (select 1 from draws where state in ('waiting', 'anchored', 'held') and receipt is null) as unsigned,
      exists (select 1 from demand_items i join draw_epochs e on e.collection_id = i.collection_id and e.number = i.draw_epoch
        where i.state = 'removed' and i.draw_epoch is not null and e.state = 'open') as withdrawn,
      array(select distinct a.ledger_index + 1 from draws d join draw_anchors a on a.id = d.anchor_id
        where d.state = 'anchored' and not exists (select 1 from draw_beacons b where b.ledger_index = a.ledger_index + 1))::int[] as beacons,
      array(select distinct d.collection_id from draws d left join draw_anchors a on a.id = d.anchor_id
        where ${isOverdue} or (d.state = 'anchored' and a.ledger_index < ${cursorLedger})) as collections,
      exists (select 1 from draws d join reservations r on r.id = d.reservation_id where d.state = 'held'
        and (r.state in ('sold', 'released') or (r.offer_id is not null and d.offer_txid is null))) as moved,
      exists (select 1 from draws where state = 'sold' and salt is null) as unpublished,
      exists (select 1 from draws d join draw_anchors a on a.id = d.anchor_id
        where d.state = 'anchored' and a.ledger_index >= ${cursorLedger}) as behind`)
  const [work] = parseRows(DrawWork, result)
  if (work === undefined) throw new Error('no row')
  return work
}

/** True if any step of a draw may be due. A cheaper, wider version of the conditions above. */
export const hasDrawWork = sql`(exists (select 1 from draws where state in ('waiting', 'anchored', 'held'))
  or exists (select 1 from draw_epochs where state = 'committing')
  or exists (select 1 from draw_anchors where state = 'open')
  or exists (select 1 from draw_withdrawals where anchor_id is null)
  or exists (select 1 from demand_items where state = 'removed' and draw_epoch is not null)
  or exists (select 1 from draws where state = 'sold' and salt is null))`

export async function findOpenAnchor(db: Executor): Promise<AnchorRow | null> {
  const [row] = await db.select().from(drawAnchors).where(eq(drawAnchors.state, 'open'))
  return row ?? null
}

// Looser than the contract, so that one invalid row does not block the anchoring of all others.
const RequestEntry = v.object({
  kind: v.literal('request'),
  collection: v.string(),
  epoch: v.number(),
  number: v.number(),
  account: v.string(),
})
const WithdrawalEntry = v.object({
  kind: v.literal('withdrawal'),
  collection: v.string(),
  epoch: v.number(),
  position: v.number(),
  leaf: v.string(),
  path: v.array(v.string()),
})

/** Maximum number of withdrawals per anchor. The remaining space is reserved for requests. */
const maxWithdrawals = 192

/**
 * Locks the entries that wait for an anchor: withdrawals first, alternating between collections, then the oldest
 * requests. No request is anchored before an earlier withdrawal of its collection.
 */
export async function lockWaitingEntries(tx: Executor): Promise<AnchorEntry[]> {
  const withdrawals = parseRows(
    WithdrawalEntry,
    await tx.execute(sql`select 'withdrawal' as kind, collection_id as collection, epoch, position, leaf, path
      from draw_withdrawals where anchor_id is null and (collection_id, epoch, position) in (
        select collection_id, epoch, position from (
          select *, row_number() over (partition by collection_id order by created_at, epoch, position) as turn
          from draw_withdrawals where anchor_id is null) w
        order by turn, created_at, collection_id limit ${maxWithdrawals})
      order by created_at, collection_id, epoch, position for update`),
  )
  const json = JSON.stringify(withdrawals)
  const requests = parseRows(
    RequestEntry,
    await tx.execute(sql`select 'request' as kind, d.collection_id as collection, d.epoch, d.number, d.account
      from draws d where ${isWaiting} and not exists (
        select 1 from draw_withdrawals w where w.collection_id = d.collection_id and w.anchor_id is null
          and not exists (select 1 from json_to_recordset(${json}::json) as t(collection text, epoch int, position int)
            where t.collection = w.collection_id and t.epoch = w.epoch and t.position = w.position))
      order by d.ledger_index, d.collection_id, d.number limit ${maxAnchorEntries - withdrawals.length} for update`),
  )
  return [...withdrawals, ...requests]
}

/** Begins an anchor of these entries. Returns false if another anchor is open. */
export async function insertAnchor(
  tx: Executor,
  { id, root }: Pick<AnchorRow, 'id' | 'root'>,
  entries: AnchorEntry[],
): Promise<boolean> {
  const rows = await tx
    .insert(drawAnchors)
    .values({ id, state: 'open', root, count: entries.length })
    .onConflictDoNothing()
    .returning({ id: drawAnchors.id })
  if (rows.length === 0) return false
  const placedEntries = JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))
  const list = sql`json_to_recordset(${placedEntries}::json) as e(kind text, collection text, epoch int, number int, position int, place int)`
  await tx.execute(sql`update draws d set anchor_id = ${id}, place = e.place from ${list}
    where e.kind = 'request' and d.collection_id = e.collection and d.number = e.number`)
  await tx.execute(sql`update draw_withdrawals w set anchor_id = ${id}, place = e.place from ${list}
    where e.kind = 'withdrawal' and w.collection_id = e.collection and w.epoch = e.epoch and w.position = e.position`)
  return true
}

/**
 * Records the validated transaction of an anchor. From then on, its requests wait for the beacon and its withdrawals
 * are effective.
 */
export async function validateAnchor(
  tx: Executor,
  id: string,
  { txid, ledgerIndex }: { txid: string; ledgerIndex: number },
): Promise<void> {
  const updatedRows = await tx
    .update(drawAnchors)
    .set({ state: 'validated', txid, ledgerIndex })
    .where(and(eq(drawAnchors.id, id), eq(drawAnchors.state, 'open')))
    .returning({ id: drawAnchors.id })
  if (updatedRows.length === 0) return
  await tx.execute(sql`update draws set state = 'anchored' where anchor_id = ${id} and state = 'waiting'`)
  await tx.execute(sql`update draw_withdrawals set ledger_index = ${ledgerIndex} where anchor_id = ${id}`)
}

/** Ends an anchor that no ledger has included. Its entries wait for the next anchor. */
export async function loseAnchor(tx: Executor, id: string): Promise<void> {
  const updatedRows = await tx
    .update(drawAnchors)
    .set({ state: 'lost' })
    .where(and(eq(drawAnchors.id, id), eq(drawAnchors.state, 'open')))
    .returning({ id: drawAnchors.id })
  if (updatedRows.length === 0) return
  await tx.execute(
    sql`update draws set anchor_id = null, place = null where anchor_id = ${id} and state = 'waiting'`,
  )
  await tx.execute(sql`update draw_withdrawals set anchor_id = null, place = null where anchor_id = ${id}`)
}

export async function storeBeacon(db: Executor, row: BeaconRow): Promise<void> {
  await db.insert(drawBeacons).values(row).onConflictDoNothing()
}
