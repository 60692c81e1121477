import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { draws } from '#db/schema/draws.ts'
import type { SignContext } from '#db/schema/flows.ts'
import { demandItems, reservations } from '#db/schema/on-demand.ts'
import type { Language } from '#contract/words/languages.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { isWithdrawing } from '#db/queries/draw/withdrawals.ts'
import { ledgerTime } from '#db/sql/ledger-time.ts'
import { freeCount, openEpochs } from '#db/queries/draw/open-epochs.ts'
import {
  drawConditions,
  lockBuyer,
  lockCollection,
  lockWorks,
  type Purchaser,
} from '#db/queries/demand/reservations.ts'
import { parseRows } from '#db/sql/rows.ts'
import { saleAmount } from '#db/sql/sale-amount.ts'

export type DrawRow = typeof draws.$inferSelect

export interface DrawOrder extends Purchaser {
  reservationId: string
  signRequestId: string
  /** The wallet that receives the request to accept the offer of the drawn work. */
  wallet: SignRequestRow['wallet']
  /** Language of the sign request. */
  language: Language
  /** Maximum cost of the acceptance, in drops. */
  costLimit: bigint | null
  /** The price that the buyer saw; null selects the lowest price. */
  expectedDrops: bigint | null
  expiresAt: Date
}

/**
 * Selects the newest validated ledger that we have seen. It is never older than the ledger of an earlier request, of
 * the epoch's commitment, or of a withdrawal.
 */
const requestLedger = (collectionId: string) => sql`greatest((select max(ledger_index) from ledger_cursor),
  (select max(ledger_index) from draw_epochs where collection_id = ${collectionId}),
  (select max(ledger_index) from draw_withdrawals where collection_id = ${collectionId}),
  (select max(ledger_index) from draws where collection_id = ${collectionId}))`

/** True if the buyer already has an open purchase in the collection. Only one is allowed at a time. */
const isBuying = ({ buyer, collectionId }: DrawOrder) => sql`exists (select 1 from reservations o
  where o.buyer = ${buyer} and o.collection_id = ${collectionId} and o.state in ('reserved', 'offered', 'cancelling'))`

/**
 * Reserves the next draw number of a collection for a buyer, together with a reservation without an item and a sign
 * request without a transaction. One statement checks every rule, so that no number is reserved in violation of a rule.
 * Returns false if a rule forbids the draw or nothing is free.
 */
export async function insertDraw(db: Reader, order: DrawOrder): Promise<boolean> {
  const { collectionId, buyer, reservationId, signRequestId, wallet, language, costLimit } = order
  const { expectedDrops, expiresAt } = order
  const rules = sql.join(
    drawConditions(order).map(([, allows]) => allows),
    sql` and `,
  )
  const tx = JSON.stringify({ TransactionType: 'NFTokenAcceptOffer', Account: buyer })
  const [, , , , insertResult] = await db.batch([
    db.execute(lockBuyer(buyer)),
    db.execute(lockCollection(collectionId)),
    db.execute(sql`select 1 from draw_chains where collection_id = ${collectionId} for update`),
    // Locked last, so that no transaction that holds this lock waits for another one.
    db.execute(lockWorks),
    db.execute(sql`
      with allowed as materialized (
        select e.number as epoch, e.price_drops, e.currency, c.split_id from (${openEpochs}) e
        join collections c on c.id = e.collection_id
        left join collection_rules r on r.collection_id = c.id
        where e.collection_id = ${collectionId} and e.free > 0 and not exists (
            select 1 from draw_epochs k where k.collection_id = e.collection_id and k.state = 'committing')
          and not ${isWithdrawing(collectionId)}
          and e.price_drops = coalesce(${expectedDrops?.toString() ?? null}::numeric, e.price_drops)
          and not ${isBuying(order)} and ${rules}
        order by e.price_drops, e.number limit 1
      ), numbered as (
        update draw_chains h set next_number = h.next_number + 1 from allowed
        where h.collection_id = ${collectionId} and h.next_number <= h.length
        returning h.next_number - 1 as number, allowed.epoch, allowed.price_drops, allowed.currency, allowed.split_id
      ), held as (
        insert into reservations (id, collection_id, buyer, random, draw_number, split_id, price_drops, currency, state, until, sign_request_id)
        select ${reservationId}, ${collectionId}, ${buyer}, true, number, split_id, price_drops, currency, 'reserved',
          ${ledgerTime} + interval '15 minutes', ${signRequestId}
        from numbered
      ), asked as (
        insert into sign_requests (id, wallet, account, purpose, txjson, context, state, created_at, expires_at)
        select ${signRequestId}, ${wallet}, ${buyer}, 'demand_buy', ${tx}::jsonb,
          jsonb_build_object('buyer', ${buyer}::text, 'reservationId', ${reservationId}::text, 'price', ${saleAmount(sql`price_drops`, sql`currency`)},
            'paid', ${saleAmount(sql`price_drops`, sql`currency`)}, 'draw', jsonb_strip_nulls(jsonb_build_object('collectionId', ${collectionId}::text,
              'number', number, 'language', ${language}::text, 'costLimit', ${costLimit?.toString() ?? null}::text))),
          'drawing', now(), ${expiresAt.toISOString()}::timestamptz
        from numbered
      )
      insert into draws (collection_id, number, epoch, account, ledger_index, reservation_id, created_at)
      select ${collectionId}, number, epoch, ${buyer}, ${requestLedger(collectionId)}, ${reservationId}, ${ledgerTime} from numbered
      returning number`),
  ])
  return parseRows(v.unknown(), insertResult).length === 1
}

/** Reads the current epochs to explain why a draw was refused. */
export async function readOpenEpochs(db: Executor, collectionId: string) {
  const result = await db.execute(sql`
    select e.price_drops::text as price, e.free::int as free, e.state, e.number, e.draw_key as "drawKey" from (
      select price_drops, number, state, draw_key, case when state = 'open' then ${freeCount} else 0 end as free
      from draw_epochs e where collection_id = ${collectionId} and state in ('open', 'committing')) e
    order by e.price_drops`)
  return parseRows(
    v.object({
      price: v.string(),
      free: v.number(),
      state: v.picklist(['open', 'committing']),
      number: v.number(),
      drawKey: v.string(),
    }),
    result,
  )
}

/** Finds one item at this price that still has to be minted, and one that is already minted. */
export async function findSampleItems(db: Reader, collectionId: string, priceDrops: bigint) {
  const atPrice = and(
    eq(demandItems.collectionId, collectionId),
    eq(demandItems.state, 'for_sale'),
    eq(demandItems.priceDrops, priceDrops),
  )
  const selectSample = (isMinted: SQL) => db.select().from(demandItems).where(and(atPrice, isMinted)).limit(1)
  const result = await db.batch([
    selectSample(isNull(demandItems.tokenId)),
    selectSample(isNotNull(demandItems.tokenId)),
  ])
  return result.flat()
}

export async function findDraw(db: Executor, collectionId: string, number: number): Promise<DrawRow | null> {
  const [row] = await db
    .select()
    .from(draws)
    .where(and(eq(draws.collectionId, collectionId), eq(draws.number, number)))
  return row ?? null
}

/**
 * Lists requests without a receipt and their sign requests, in random order, so that one that cannot be signed does not
 * block the others.
 */
export async function listUnsigned(db: Executor, limit: number) {
  return db
    .select({ draw: draws, signRequestId: reservations.signRequestId })
    .from(draws)
    .innerJoin(reservations, eq(reservations.id, draws.reservationId))
    .where(and(isNull(draws.receipt), inArray(draws.state, ['waiting', 'anchored', 'held'])))
    .orderBy(sql`random()`)
    .limit(limit)
}

/** Stores the receipt of a request. Signing the same request again yields the same receipt. */
export async function storeReceipt(
  db: Reader,
  { collectionId, number, receipt }: Pick<DrawRow, 'collectionId' | 'number'> & { receipt: string },
  signRequestId: string,
  receiptFacts: NonNullable<NonNullable<SignContext['draw']>['receipt']>,
): Promise<void> {
  await db.batch([
    db
      .update(draws)
      .set({ receipt })
      .where(and(eq(draws.collectionId, collectionId), eq(draws.number, number), isNull(draws.receipt))),
    db.execute(sql`update sign_requests set context = jsonb_set(context, '{draw,receipt}', ${JSON.stringify(receiptFacts)}::jsonb)
      where id = ${signRequestId} and context ? 'draw'`),
  ])
}
