import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { reservations } from '#db/schema/on-demand.ts'
import { ledgerTime } from './ledger-time.ts'
import { type ListProblem, listConditions } from './list-rules.ts'
import { rowsOf } from './rows.ts'
import { atUnsoldCap } from './unsold-inventory.ts'

export type ReservationRow = typeof reservations.$inferSelect
const open: ReservationRow['state'][] = ['reserved', 'offered', 'cancelling']
export const openStates = inArray(reservations.state, open)

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

/** What a buyer is to pay for an item that they chose; of a draw nothing. */
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

/** Purchases of one buyer are made one after another. */
export const lockBuyer = (buyer: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`opx/buyer/${buyer}`}, 0))`

/** Nobody withdraws or reserves the item meanwhile. */
const lockItem = (id: string | null) => sql`select 1 from demand_items where id = ${id} for update`

export interface ReservationOrder {
  id: string
  collectionId: string
  buyer: string
  /** What is to be held: an on-demand item, or a token that the issuer has listed. */
  itemId: string | null
  nftId: string | null
  random: boolean
  minutes: number
  signRequestId: string
  marketplace: string
  promoDigest: string | null
  /** The price that the buyer saw; null when any is taken. */
  expectedDrops: bigint | null
}

/** Unpaid reservations that an account may have in a day; open ones count. */
export const mostUnpaid = 3

/** What the rules of a collection look at. */
type Purchaser = Pick<ReservationOrder, 'collectionId' | 'buyer' | 'marketplace' | 'promoDigest'> & {
  /** The on-demand item that is bought, if one is. */
  itemId?: string | null
}

/** Conditions of the collection's rules (flows.md 8), each by the code that it is refused with. `c` and its rules `r`. */
const ruleConditions = (order: Purchaser): [code: AccessProblem, allows: SQL][] => [
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
      and (u.unpaid or u.state in ('reserved', 'offered', 'cancelling'))) < ${mostUnpaid}`,
  ],
  [
    'too_much_unsold',
    sql`(${order.itemId ?? null}::uuid is null or not ${atUnsoldCap(sql`c.issuer`)}
      or exists (select 1 from demand_items d where d.id = ${order.itemId ?? null} and d.token_id is not null))`,
  ],
]

export type AccessProblem =
  | 'not_announced'
  | 'own_collection'
  | ListProblem
  | 'promo_code_invalid'
  | 'too_many_unpaid'
  | 'too_much_unsold'

/** What is held, as `t(item_id, nft_id, price_drops)`; no row when it cannot be bought (any more). */
function target(order: ReservationOrder): SQL {
  const { itemId, nftId, expectedDrops } = order
  if (itemId !== null) {
    return sql`(select i.id as item_id, i.token_id as nft_id, i.price_drops from demand_items i
      where i.id = ${itemId} and i.state = 'for_sale'
        and i.price_drops = coalesce(${expectedDrops?.toString() ?? null}::numeric, i.price_drops))`
  }
  return sql`(select null::uuid as item_id, n.id as nft_id, n.price_drops from nfts n
    where n.id = ${nftId} and not n.burned)`
}

/**
 * Holds something for a buyer: one statement, with every rule of the collection in it, behind the locks that make limits
 * hold; all in one round trip. Null when a rule forbids it, when it is gone, or when it is held for somebody.
 */
export async function insertReservation(db: Reader, order: ReservationOrder): Promise<ReservationRow | null> {
  const rules = sql.join(
    ruleConditions(order).map(([, allows]) => allows),
    sql` and `,
  )
  const insert = db.execute(sql`
    insert into reservations (id, collection_id, buyer, item_id, nft_id, random, price_drops, state, until, sign_request_id)
    select ${order.id}, c.id, ${order.buyer}, t.item_id, t.nft_id, ${order.random}, t.price_drops, 'reserved',
      ${ledgerTime} + make_interval(mins => ${order.minutes}), ${order.signRequestId}
    from collections c
    left join collection_rules r on r.collection_id = c.id
    cross join ${target(order)} t
    where c.id = ${order.collectionId} and ${rules}
    on conflict do nothing
    returning id`)
  const [, , inserted] = await db.batch([
    db.execute(lockBuyer(order.buyer)),
    db.execute(lockItem(order.itemId)),
    insert,
  ])
  const [row] = rowsOf<{ id: string }>(inserted)
  return row === undefined ? null : findReservation(db, row.id)
}

/** The first rule that forbids a purchase; null when none does. */
export async function findAccessProblem(db: Executor, order: Purchaser): Promise<AccessProblem | null> {
  const cases = sql.join(
    ruleConditions(order).map(([code, allows]) => sql`when not ${allows} then ${code}`),
    sql` `,
  )
  const result = await db.execute(sql`
    select case ${cases} end as problem
    from collections c left join collection_rules r on r.collection_id = c.id where c.id = ${order.collectionId}`)
  return rowsOf<{ problem: AccessProblem | null }>(result)[0]?.problem ?? null
}

/** The marketplace's offer to the buyer stands on the ledger. */
export async function markOffered(
  tx: Executor,
  id: string,
  { offerId, nftId }: { offerId: string; nftId: string },
): Promise<void> {
  await tx
    .update(reservations)
    .set({ state: 'offered', offerId, nftId })
    .where(and(eq(reservations.id, id), eq(reservations.state, 'reserved')))
}

/** Ends a reservation that never got as far as an offer. */
export async function releaseReservation(db: Executor, id: string, message: string) {
  await db
    .update(reservations)
    .set({ state: 'released', message, endedAt: sql`now()` })
    .where(and(eq(reservations.id, id), eq(reservations.state, 'reserved')))
}

/**
 * On-demand items to be brought to the ledger, or back from it, the oldest first. Those that wait for their buyers need
 * nothing, and do not keep others from their turn.
 */
export function listReservationsToAdvance(db: Reader, limit: number): Promise<ReservationRow[]> {
  return db
    .select()
    .from(reservations)
    .where(and(inArray(reservations.state, ['reserved', 'cancelling']), isNotNull(reservations.itemId)))
    .orderBy(asc(reservations.createdAt))
    .limit(limit)
}
