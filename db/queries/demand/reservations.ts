import type { Sentence } from '#contract/words/sentence.ts'
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { reservations } from '#db/schema/on-demand.ts'
import { objectsPerWork, maxUnsoldPerArtist } from '#contract/limits/treasury.ts'
import { listedTokens } from './candidates.ts'
import { openStates } from '#db/sql/open-reservations.ts'
import { ledgerTime } from '#db/sql/ledger-time.ts'
import { ListProblem, listConditions } from '#db/sql/list-rules.ts'
import { parseRows } from '#db/sql/rows.ts'
import { isAgreed } from '#db/sql/split.ts'
import { hasRoomForWork } from '#db/queries/journal/treasury-state.ts'

/**
 * True if an artist has reached the limit of works that are reserved, or minted and unsold. The marketplace then pauses
 * minting for the artist. `issuer` is an SQL expression.
 */
const hasReachedUnsoldLimit = (issuer: SQL) => sql`((
  select count(*) from demand_items minted
  where minted.issuer = ${issuer} and minted.token_id is not null and minted.state in ('draft', 'for_sale')
) + (
  select count(*) from reservations open join demand_items held on held.id = open.item_id
  where open.state in ('reserved', 'offered', 'cancelling')
    and held.issuer = ${issuer} and held.token_id is null and held.state in ('draft', 'for_sale')
) + (
  select count(*) from reservations open join collections drawn on drawn.id = open.collection_id
  where open.state = 'reserved' and open.draw_number is not null and open.item_id is null and drawn.issuer = ${issuer}
) >= ${maxUnsoldPerArtist})`

export type ReservationRow = typeof reservations.$inferSelect

export async function findOpenReservation(
  db: Executor,
  buyer: string,
  collectionId: string,
): Promise<ReservationRow | null> {
  const [row] = await db
    .select()
    .from(reservations)
    .where(and(eq(reservations.buyer, buyer), eq(reservations.collectionId, collectionId), openStates))
  return row ?? null
}

/** Reads the price of an item that the buyer chose; null for a draw. */
export function queryReservationOf(db: Reader, buyer: string, itemId: string) {
  return db
    .select({ until: reservations.until })
    .from(reservations)
    .where(
      and(
        eq(reservations.buyer, buyer),
        eq(reservations.itemId, itemId),
        eq(reservations.random, false),
        inArray(reservations.state, ['reserved', 'offered']),
      ),
    )
}

export async function findReservation(db: Executor, id: string): Promise<ReservationRow | null> {
  const [row] = await db.select().from(reservations).where(eq(reservations.id, id))
  return row ?? null
}

export async function findReservationOfPart(
  db: Executor,
  partId: string,
  itemId: string,
): Promise<ReservationRow | null> {
  const [row] = await db
    .select()
    .from(reservations)
    .where(and(eq(reservations.partId, partId), eq(reservations.itemId, itemId)))
  return row ?? null
}

/** Serializes the purchases of one buyer. */
export const lockBuyer = (buyer: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`opx/buyer/${buyer}`}, 0))`

/**
 * Prevents the removal and editing of the collection, which lock the row FOR UPDATE. Statistics updates and purchases
 * do not block each other.
 */
export const lockCollection = (id: string) => sql`select 1 from collections where id = ${id} for key share`

/** Prevents the withdrawal or reservation of the item. */
const lockItem = (id: string | null) => sql`select 1 from demand_items where id = ${id} for update`

/** Serializes reservations of works, because they share the marketplace's capacity. */
export const lockWorks = sql`select pg_advisory_xact_lock(hashtextextended('opx/works', 0))`

export interface ReservationOrder {
  id: string
  collectionId: string
  buyer: string
  /** The reserved item: an on-demand item, or a token that the issuer has listed. In a draw, the drawn item. */
  itemId: string | null
  nftId: string | null
  /** True if it was drawn. */
  random: boolean
  minutes: number
  signRequestId: string
  marketplace: string
  promoDigest: string | null
  /** The price that the buyer saw; null accepts any price. */
  expectedDrops: bigint | null
}

/** Maximum number of unpaid reservations of an account per day, including open ones. */
export const maxUnpaid = 3

/** The fields on which the access rules of a collection depend. */
export type Purchaser = Pick<ReservationOrder, 'collectionId' | 'buyer' | 'marketplace' | 'promoDigest'> & {
  /** The on-demand item being bought, if any. */
  itemId?: string | null
}

/** True if the collection has an unsold item that is not minted yet, so a draw may need a mint. */
const hasUnminted = sql`exists (select 1 from demand_items m
  where m.collection_id = c.id and m.state = 'for_sale' and m.token_id is null)`

/** True if a draw or a drawn item of the collection is not paid for. */
const hasOpenDraw = sql`exists (select 1 from reservations o
  where o.collection_id = c.id and o.draw_number is not null and o.state in ('reserved', 'offered', 'cancelling'))`

/**
 * Returns the conditions of a draw whose item is not known yet. At the limit of unsold works, only one draw can be open
 * at a time, so that works that were not paid for can still be sold.
 */
export const drawConditions = (order: Purchaser): [code: AccessProblem, allows: SQL][] => [
  ...buyerConditions(order),
  ['payees_pending', isAgreed(sql`c.split_id`)],
  [
    'too_much_unsold',
    sql`(not ${hasUnminted} or not ${hasOpenDraw} or not ${hasReachedUnsoldLimit(sql`c.issuer`)})`,
  ],
  [
    'marketplace_busy',
    hasRoomForWork({ ...order, issuer: sql`c.issuer`, objects: sql`${objectsPerWork}::int` }),
  ],
]

/** Returns the conditions for a buyer, each with its error code. `c` is the collection, `r` its rules. */
const buyerConditions = (order: Purchaser): [code: AccessProblem, allows: SQL][] => [
  ['not_announced', sql`c.announced`],
  ['own_collection', sql`c.issuer <> ${order.buyer} and ${order.buyer} <> ${order.marketplace}`],
  ...listConditions(sql`${order.buyer}`, order.marketplace),
  [
    'promo_code_invalid',
    sql`(r.promo_code_enabled is not true or coalesce(r.promo_digest = ${order.promoDigest}, false))`,
  ],
  [
    'too_many_unpaid',
    sql`(select count(*) from reservations u where u.buyer = ${order.buyer} and u.created_at > now() - interval '1 day'
      and (u.unpaid or u.state in ('reserved', 'offered', 'cancelling'))) < ${maxUnpaid}`,
  ],
]

/**
 * Returns the conditions that concern the account itself. Excludes the promo code, because the buyer can still enter
 * it.
 */
export const accountConditions = (order: Purchaser) =>
  buyerConditions(order).filter(([code]) => code !== 'promo_code_invalid')

/** Returns the conditions of a purchase; `item` is the on-demand item's id, or null. */
export const ruleConditions = (order: Purchaser, item: SQL): [code: AccessProblem, allows: SQL][] => {
  const isMinted = sql`exists (select 1 from demand_items d where d.id = ${item} and d.token_id is not null)`
  const objects = sql`(case when ${isMinted} then 1 else ${objectsPerWork}::int end)`
  return [
    ...buyerConditions(order),
    ['too_much_unsold', sql`(${item} is null or ${isMinted} or not ${hasReachedUnsoldLimit(sql`c.issuer`)})`],
    [
      'marketplace_busy',
      sql`(${item} is null or ${hasRoomForWork({ ...order, issuer: sql`c.issuer`, objects })})`,
    ],
  ]
}

/**
 * Adds the collection's revenue split to the conditions. It applies to works that are minted on demand, but not to
 * prints, which have their own split.
 */
const workConditions = (order: Purchaser, item: SQL): [code: AccessProblem, allows: SQL][] => [
  ...ruleConditions(order, item),
  ['payees_pending', sql`(${item} is null or ${isAgreed(sql`c.split_id`)})`],
]

export const AccessProblem = v.picklist([
  'not_announced',
  'own_collection',
  ...ListProblem.options,
  'promo_code_invalid',
  'payees_pending',
  'too_many_unpaid',
  'too_much_unsold',
  'marketplace_busy',
])
export type AccessProblem = v.InferOutput<typeof AccessProblem>

/**
 * True if the item is already reserved. Skipping it avoids waiting for the transaction that settles the reservation.
 */
const isHeld = (condition: SQL) =>
  sql`exists (select 1 from reservations h where ${condition} and h.state in ('reserved', 'offered', 'cancelling'))`

/**
 * Selects the item to reserve as `t(item_id, nft_id, price_drops)`; no row if it cannot be bought. Reads only this row,
 * because other purchases wait for the query, and their waiting time must not grow with the collection.
 */
function selectTarget({
  itemId,
  nftId,
  expectedDrops,
  random,
  collectionId,
  marketplace,
}: ReservationOrder): SQL {
  if (itemId !== null) {
    return sql`t as materialized (select i.id as item_id, i.token_id as nft_id, i.price_drops, i.currency from demand_items i
      where i.id = ${itemId} and i.state = 'for_sale' and not ${isHeld(sql`h.item_id = i.id`)}
        and i.price_drops = coalesce(${expectedDrops?.toString() ?? null}::numeric, i.price_drops))`
  }
  if (random) {
    return sql`t as materialized (select null::uuid as item_id, n.id as nft_id, n.price_drops, null::jsonb as currency
      ${listedTokens(collectionId, marketplace)} and n.id = ${nftId})`
  }
  return sql`t as materialized (select null::uuid as item_id, n.id as nft_id, n.price_drops, null::jsonb as currency from nfts n
    where n.id = ${nftId} and not n.burned and not ${isHeld(sql`h.nft_id = n.id`)})`
}

/** Returns the statement that inserts a reservation and checks every rule of the collection. */
export function reservationInsert(order: ReservationOrder): SQL {
  const rules = sql.join(
    workConditions(order, sql`t.item_id`).map(([, allows]) => allows),
    sql` and `,
  )
  return sql`
    with ${selectTarget(order)}
    insert into reservations (id, collection_id, buyer, item_id, nft_id, random, split_id, price_drops, currency, state, until,
      sign_request_id)
    select ${order.id}, c.id, ${order.buyer}, t.item_id, t.nft_id, ${order.random}, c.split_id, t.price_drops, t.currency, 'reserved',
      ${ledgerTime} + make_interval(mins => ${order.minutes}), ${order.signRequestId}
    from collections c
    left join collection_rules r on r.collection_id = c.id
    cross join t
    where c.id = ${order.collectionId} and ${rules}
    on conflict do nothing
    returning id`
}

/**
 * Reserves an item for a buyer in one round trip, under the locks that enforce the limits. Returns null if a rule
 * forbids it, or if the item is gone or already reserved.
 */
export async function insertReservation(db: Reader, order: ReservationOrder): Promise<ReservationRow | null> {
  const [, , , , insertResult] = await db.batch([
    db.execute(lockBuyer(order.buyer)),
    db.execute(lockCollection(order.collectionId)),
    db.execute(lockItem(order.itemId)),
    // Locked last, so that no transaction that holds this lock waits for another one.
    db.execute(order.itemId === null ? sql`select 1` : lockWorks),
    db.execute(reservationInsert(order)),
  ])
  const [row] = parseRows(v.object({ id: v.string() }), insertResult)
  return row === undefined ? null : findReservation(db, row.id)
}

/** Returns the error code of the first rule that forbids a purchase; null if none does. */
export async function findAccessProblem(
  db: Executor,
  order: Purchaser,
  conditions = workConditions(order, sql`${order.itemId ?? null}::uuid`),
): Promise<AccessProblem | null> {
  const cases = sql.join(
    conditions.map(([code, allows]) => sql`when not ${allows} then ${code}`),
    sql` `,
  )
  const result = await db.execute(sql`
    select case ${cases} end as problem
    from collections c left join collection_rules r on r.collection_id = c.id where c.id = ${order.collectionId}`)
  return parseRows(v.object({ problem: v.nullable(AccessProblem) }), result)[0]?.problem ?? null
}

/** The marketplace's offer to the buyer of a reservation. */
interface ReservedOffer {
  offerId: string
  nftId: string
}

/** Records that the marketplace's offer to the buyer is on the ledger. Returns false if the reservation has ended. */
export async function markOffered(
  tx: Executor,
  id: string,
  { offerId, nftId }: ReservedOffer,
): Promise<boolean> {
  const rows = await tx
    .update(reservations)
    .set({ state: 'offered', offerId, nftId })
    .where(and(eq(reservations.id, id), eq(reservations.state, 'reserved')))
    .returning({ id: reservations.id })
  return rows.length === 1
}

/** Records the offer for a reservation that was released although its Batch part was still used. */
export async function markOfferedLate(tx: Executor, id: string, { offerId, nftId }: ReservedOffer) {
  await tx
    .update(reservations)
    .set({ offerId, nftId })
    .where(and(eq(reservations.id, id), eq(reservations.state, 'released')))
}

/** Marks listings as sold whose reservations were released although the Batch part that bought them was still used. */
export async function markSoldLate(tx: Executor, partId: string) {
  await tx
    .update(reservations)
    .set({ state: 'sold', message: null, unpaid: false })
    .where(
      and(eq(reservations.partId, partId), isNull(reservations.itemId), eq(reservations.state, 'released')),
    )
}

/**
 * Assigns a new sign request to a reservation whose previous request has ended while its Batch part is still in use.
 */
export async function renewReservation(db: Executor, id: string, signRequestId: string) {
  await db
    .update(reservations)
    .set({ signRequestId })
    .where(and(eq(reservations.id, id), openStates))
}

/**
 * Assigns a new sign request to a draw, because its hold lasts longer than a request. Returns false if another call has
 * already renewed it.
 */
export async function renewDraw(
  db: Executor,
  { id, signRequestId }: Pick<ReservationRow, 'id' | 'signRequestId'>,
  next: string,
): Promise<boolean> {
  const rows = await db
    .update(reservations)
    .set({ signRequestId: next })
    .where(
      and(
        eq(reservations.id, id),
        eq(reservations.signRequestId, signRequestId),
        inArray(reservations.state, ['reserved', 'offered']),
      ),
    )
    .returning({ id: reservations.id })
  return rows.length === 1
}

/** Locks a reservation for the rest of the transaction. Returns true if it still has to be sold in two steps. */
export async function lockReserved(tx: Executor, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ state: reservations.state, partId: reservations.partId })
    .from(reservations)
    .where(eq(reservations.id, id))
    .for('update')
  return row?.state === 'reserved' && row.partId === null
}

/** Ends a locked reservation for which no offer was made. */
export async function releaseReservation(tx: Executor, id: string, message: Sentence) {
  await tx
    .update(reservations)
    .set({ state: 'released', message, endedAt: sql`now()` })
    .where(and(eq(reservations.id, id), eq(reservations.state, 'reserved')))
}

/**
 * Lists on-demand items that must be minted and offered, or whose offer must be cancelled, oldest first. Excludes items
 * that are waiting for their buyers, so that they do not block others.
 */
export function listReservationsToAdvance(db: Reader, limit: number): Promise<ReservationRow[]> {
  return db
    .select()
    .from(reservations)
    .where(
      and(
        inArray(reservations.state, ['reserved', 'cancelling']),
        isNotNull(reservations.itemId),
        // The outcome of a reservation with a Batch part depends on the part.
        isNull(reservations.partId),
      ),
    )
    .orderBy(asc(reservations.createdAt))
    .limit(limit)
}
