import type { Sentence } from '#contract/words/sentence.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { draws } from '#db/schema/draws.ts'
import { reservations } from '#db/schema/on-demand.ts'
import type { Draw } from '#draw-verifier/draw-records.ts'
import type { LedgerHeader } from '#draw-verifier/draws.ts'
import type { DrawRow } from './requests.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { parseRows } from '#db/sql/rows.ts'

const Header: v.GenericSchema<LedgerHeader> = v.object({
  ledgerIndex: v.number(),
  totalDrops: v.string(),
  parentHash: v.string(),
  transactionHash: v.string(),
  accountHash: v.string(),
  parentCloseTime: v.number(),
  closeTime: v.number(),
  closeTimeResolution: v.number(),
  closeFlags: v.number(),
})

/** A draw without a result, with its validated anchor and the beacon that follows it, if known. */
const PendingDraw = v.object({
  number: v.number(),
  epoch: v.number(),
  account: v.string(),
  requestLedger: v.number(),
  reservationId: v.string(),
  /** True if an anchor is in progress. */
  isAnchoring: v.boolean(),
  anchorLedger: v.nullable(v.number()),
  beaconHash: v.nullable(v.string()),
  header: v.nullable(Header),
})
export type PendingDraw = v.InferOutput<typeof PendingDraw>

/** Lists the draws of a collection that have no result, in number order. */
export async function listPendingDraws(
  tx: Executor,
  collectionId: string,
  limit: number,
): Promise<PendingDraw[]> {
  const result = await tx.execute(sql`
    select d.number, d.epoch, d.account, d.ledger_index::int as "requestLedger", d.reservation_id::text as "reservationId",
      coalesce(a.state = 'open', false) as "isAnchoring", a.ledger_index::int as "anchorLedger", b.hash as "beaconHash", b.header
    from draws d left join draw_anchors a on a.id = d.anchor_id left join draw_beacons b on b.ledger_index = a.ledger_index + 1
    where d.collection_id = ${collectionId} and d.state in ('waiting', 'anchored')
    order by d.number limit ${limit}`)
  return parseRows(PendingDraw, result)
}

const Placed = v.object({
  number: v.number(),
  account: v.string(),
  position: v.number(),
  beaconCloseTime: v.number(),
  soldLedger: v.nullable(v.number()),
  /** True if a submission with an unknown result may already have offered the item. */
  isUnsettled: v.boolean(),
})
export type Placed = v.InferOutput<typeof Placed>

/** Reads the facts that determine the result of the next draw in an epoch. */
export async function readEpochDraws(tx: Executor, collectionId: string, epoch: number) {
  const placedDraws = parseRows(
    Placed,
    await tx.execute(sql`
      select d.number, d.account, d.position, (b.header->>'closeTime')::int as "beaconCloseTime",
        d.sold_ledger::int as "soldLedger", coalesce(r.state = 'reserved', false) as "isUnsettled"
      from draws d join draw_beacons b on b.ledger_index = d.beacon_ledger left join reservations r on r.id = d.reservation_id
      where d.collection_id = ${collectionId} and d.epoch = ${epoch} and d.position is not null order by d.number`),
  )
  const withdrawals = parseRows(
    v.object({ position: v.number(), ledger: v.number() }),
    await tx.execute(sql`select position, ledger_index::int as ledger from draw_withdrawals
      where collection_id = ${collectionId} and epoch = ${epoch} and ledger_index is not null`),
  )
  const underWay =
    await tx.execute(sql`select 1 from draw_withdrawals w join draw_anchors a on a.id = w.anchor_id
    where w.collection_id = ${collectionId} and w.epoch = ${epoch} and a.state = 'open' limit 1`)
  // The anchor of a withdrawal may already be on the ledger before the beacon, without our knowledge.
  return { placedDraws, withdrawals, isWithdrawing: parseRows(v.unknown(), underWay).length > 0 }
}

/** Finds the item at a position, and whether an earlier purchase of the item is still open. */
export async function findDrawnItem(tx: Executor, id: string) {
  const result = await tx.execute(sql`
    select i.state = 'for_sale' as "forSale", exists (select 1 from reservations r
      where r.item_id = i.id and r.state in ('reserved', 'offered', 'cancelling')) as taken
    from demand_items i where i.id = ${id}`)
  return (
    parseRows(v.object({ forSale: v.boolean(), taken: v.boolean() }), result)[0] ?? {
      forSale: false,
      taken: false,
    }
  )
}

interface DrawResult {
  state: Draw['state']
  beaconLedger: number | null
  seed: string | null
  position: number | null
  holdUntil: Date | null
}

/** Stores the result of a draw, only once. */
export async function storeResult(
  tx: Executor,
  { collectionId, number }: Pick<DrawRow, 'collectionId' | 'number'>,
  result: DrawResult,
): Promise<void> {
  await tx
    .update(draws)
    .set(result)
    .where(
      and(
        eq(draws.collectionId, collectionId),
        eq(draws.number, number),
        inArray(draws.state, ['waiting', 'anchored']),
      ),
    )
}

const isDrawing = (id: string) => and(eq(reservations.id, id), eq(reservations.state, 'reserved'))

/** Assigns the drawn item to a reservation. */
export async function bindItem(
  tx: Executor,
  id: string,
  { itemId, until }: { itemId: string; until: Date },
): Promise<void> {
  await tx
    .update(reservations)
    .set({ itemId, until })
    .where(and(isDrawing(id), sql`${reservations.itemId} is null`))
}

/** Ends a reservation for which no item can be offered. */
export async function endDrawing(tx: Executor, id: string, message: Sentence): Promise<void> {
  await tx.update(reservations).set({ state: 'released', message, endedAt: sql`now()` }).where(isDrawing(id))
}

/**
 * Records the offers of drawn items and their outcomes: the item was sold, or its hold has ended. If no offer was made,
 * the buyer had no chance to pay, so the outcome is withheld.
 */
export async function endDraws(tx: Executor): Promise<void> {
  await tx.execute(sql`
    update draws d set offer_txid = s.hash from reservations r, ledger_submissions s
    where d.state = 'held' and d.offer_txid is null and r.id = d.reservation_id and r.offer_id is not null
      and s.purpose = 'demand:' || r.id and s.state = 'succeeded'`)
  await tx.execute(sql`
    update draws d set state = 'sold', nft_id = r.nft_id, sold_ledger = h.ledger_index, sold_txid = h.txid
    from reservations r join history h on h.nft_id = r.nft_id and h.offer_id = r.offer_id and h.type = 'sale'
    where d.state = 'held' and r.id = d.reservation_id and r.state = 'sold'`)
  await tx.execute(sql`
    update draws d set state = case when r.offer_id is null then 'withheld' else 'lapsed' end
    from reservations r where d.state = 'held' and r.id = d.reservation_id and r.state = 'released' and d.hold_until <= ${indexTime}`)
}

/** The mint of a sold draw `d`, from the index, or from the journal if the mint is older than the index. */
const mintOf = sql`coalesce(
  (select m.txid from history m where m.nft_id = d.nft_id and m.type = 'mint' limit 1),
  (select s.hash from reservations e join ledger_submissions s on s.purpose = 'demand:' || e.id
    where e.item_id = r.item_id and s.kind = 'mint' and s.state = 'succeeded' limit 1))`

/**
 * Lists sold draws whose item is not published, in random order, so that one that cannot be published does not block
 * the others.
 */
export async function listUnpublished(tx: Executor, limit: number) {
  const result = await tx.execute(sql`
    select d.collection_id as "collectionId", d.number, d.epoch, d.position, i.metadata_cid as cid,
      ${mintOf} as "mintTxid"
    from draws d join reservations r on r.id = d.reservation_id join demand_items i on i.id = r.item_id
    where d.state = 'sold' and d.salt is null and d.position is not null
    order by random() limit ${limit}`)
  return parseRows(
    v.object({
      collectionId: v.string(),
      number: v.number(),
      epoch: v.number(),
      position: v.number(),
      cid: v.string(),
      mintTxid: v.nullable(v.string()),
    }),
    result,
  )
}

export async function publishDraw(
  db: Executor,
  { collectionId, number }: Pick<DrawRow, 'collectionId' | 'number'>,
  openedWork: { salt: string; cid: string; path: string[]; mintTxid: string | null },
): Promise<void> {
  await db
    .update(draws)
    .set(openedWork)
    .where(and(eq(draws.collectionId, collectionId), eq(draws.number, number), eq(draws.state, 'sold')))
}
