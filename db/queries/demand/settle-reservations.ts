import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { payouts, payoutTags, reservations } from '#db/schema/on-demand.ts'
import { splitPayees } from '#db/schema/splits.ts'
import { onDemandFeeBasisPoints } from '#contract/rules/fees.ts'
import { wholeShare } from '#contract/rules/splits.ts'
import { indexTime, ledgerTime } from '#db/sql/ledger-time.ts'
import { parseRows } from '#db/sql/rows.ts'

export type PayoutRow = typeof payouts.$inferSelect

const openStates = sql.raw(`('reserved', 'offered', 'cancelling')`)

const isAwaited = sql`r.state in ('offered', 'cancelling')`

/** True if the item is not sold yet. An item is recorded as sold at most once, whatever the ledger shows. */
const isSoldOnce = sql`not exists (
  select 1 from reservations s where s.item_id = r.item_id and s.id <> r.id and s.state = 'sold')`

/**
 * Settles on-demand items whose offer the buyer has accepted, according to the index. The artist is owed the price less
 * 2 % less the royalty that the ledger paid; with a split, each payee is owed a share as `divideDrops` computes it. The
 * index has no royalties in issued currencies, so these follow from the price (`saleRoyalty`). For a free print nothing
 * is owed. Run this once, in the transaction that applies the acceptance or later.
 */
async function completeDemand(tx: Executor, condition: SQL = isAwaited): Promise<void> {
  await tx.execute(sql`
    with sold as (
      update reservations r set state = case when ${isSoldOnce} then 'sold' else 'released' end, ended_at = now(), unpaid = false,
        message = null
      from offers o join history h on h.nft_id = o.nft_id and h.offer_id = o.id and h.type in ('sale', 'transfer')
      where o.id = r.offer_id and o.state = 'accepted' and r.item_id is not null and ${condition}
      returning r.*, coalesce(h.royalty_drops, 0) as royalty
    ), items as (
      update demand_items i set state = 'sold', sold_at = coalesce(i.sold_at, now()) from sold where i.id = sold.item_id returning i.id
    ), owed as (
      select s.id, d.issuer, s.collection_id, s.nft_id, s.price_drops, s.currency, f.fee, y.royalty,
        coalesce(s.split_id, s.edition_id) as split_id,
        greatest(0, s.price_drops - f.fee - y.royalty) as part
      from sold s join demand_items d on d.id = s.item_id
      cross join lateral (select greatest(1, floor(s.price_drops * ${onDemandFeeBasisPoints.toString()}::numeric / 10000)) as fee) f
      cross join lateral (select case when s.currency is null then s.royalty
        else ceil(s.price_drops * d.transfer_fee / 100000) end as royalty) y
      where s.price_drops > 0
    ), divided as (
      select o.*, p.position, p.account, div(o.part * p.per_mille, ${wholeShare}::numeric) as share
      from owed o left join split_payees p on p.split_id = o.split_id
    ), shares as (
      select d.*, case when position is null then part when position > 0 then share
        else share + part - sum(share) over (partition by id) end as amount
      from divided d
    )
    insert into payouts (reservation_id, place, artist, creator, collection_id, nft_id, amount_drops, price_drops, fee_drops,
      royalty_drops, currency, state, due_at)
    select id, coalesce(position, 0), coalesce(account, issuer), case when account is not null then issuer end, collection_id, nft_id,
      amount, price_drops, fee, royalty, currency, case when amount > 0 then 'owed' else 'paid' end, now()
    from shares on conflict do nothing`)
}

/**
 * Completes a reservation that was released although its Batch part was still used. Clears the holder's work, because
 * it may have been used for another purchase since.
 */
export async function completeReleased(tx: Executor, reservationId: string) {
  const isReleased = sql`r.id = ${reservationId} and r.state = 'released'`
  await tx.execute(
    sql`update reservations r set holder_nft = null where ${isReleased} and holder_nft is not null`,
  )
  return completeDemand(tx, isReleased)
}

/**
 * True if request `q` failed because of the wallet platform, not the account: the platform did not answer when the
 * request was created, while it could be signed, or later. A buyer who disconnects before the request is created is not
 * excused.
 */
const notAsked = sql.raw(`(q.id is not null and q.state <> 'rejected' and q.unreachable_at is not null
  and (q.unreachable_at <= q.expires_at or q.state = 'created'))`)

/**
 * Settles reserved listings of the issuer: they are sold with the sale, or released if the request or the sale failed.
 */
async function settleListings(tx: Executor) {
  await tx.execute(sql`
    with ended as (
      select r.id,
        (q.state = 'success' and q.purpose = 'accept_listing') or s.state = 'completed' or p.state = 'used' as sold,
        coalesce(q.message, s.message) as message,
        coalesce(q.state in ('rejected', 'expired'), false) and not ${notAsked} as unpaid
      from reservations r
      left join sign_requests q on q.id = r.sign_request_id
      left join sales s on s.sign_request_id = r.sign_request_id and s.nft_id = r.nft_id
      left join presigned_parts p on p.id = r.part_id
      where r.item_id is null and r.draw_number is null and r.state in ${openStates} and case when r.part_id is not null then p.state <> 'lent' else (
        s.state in ('completed', 'failed') or q.state in ('rejected', 'expired', 'failed')
        or (q.state = 'success' and q.purpose = 'accept_listing')
        or (q.id is null and r.until < ${ledgerTime})) end
    )
    update reservations r set state = case when ended.sold then 'sold' else 'released' end, ended_at = now(),
      message = ended.message, unpaid = not coalesce(ended.sold, false) and ended.unpaid
    from ended where r.id = ended.id`)
}

/** Releases items of a mint-and-sell Batch that can no longer be applied. Nothing was minted for them. */
async function releaseParts(tx: Executor) {
  await tx.execute(sql`
    update reservations r set state = 'released', ended_at = now(), message = q.message,
      unpaid = coalesce(q.state in ('rejected', 'expired'), false) and not ${notAsked}
    from presigned_parts p, reservations self left join sign_requests q on q.id = self.sign_request_id
    where r.id = self.id and p.id = r.part_id and r.item_id is not null and r.state = 'reserved' and p.state in ('free', 'lost')`)
}

/**
 * Marks offers that will no longer be accepted for cancellation, and releases the items of offers that no longer exist.
 * Items drawn by a published rule stay reserved until the hold ends, even if the buyer rejects, because everyone must
 * be able to compute which positions are free.
 */
async function releaseDemand(tx: Executor) {
  await tx.execute(sql`
    update reservations r set state = 'cancelling', message = coalesce(r.message, q.message)
    from reservations self left join sign_requests q on q.id = self.sign_request_id
    where r.id = self.id and r.item_id is not null and r.state = 'offered'
      and case when r.draw_number is null then r.until < ${ledgerTime} or q.state in ('rejected', 'expired', 'failed')
        else r.until <= ${indexTime} end`)
  // If the issuer burned the token in the meantime, the buyer is not at fault and the item cannot be sold again. The buyer
  // is not at fault for a wallet platform outage either.
  await tx.execute(sql`
    with released as (
      update reservations r set state = 'released', ended_at = now(), unpaid = not n.burned and not ${notAsked}
      from reservations self join offers o on o.id = self.offer_id join nfts n on n.id = o.nft_id and n.owner = o.owner
        left join sign_requests q on q.id = self.sign_request_id
      where r.id = self.id and o.state = 'cancelled' and r.item_id is not null and r.state in ('offered', 'cancelling')
      returning r.item_id, n.burned
    )
    update demand_items i set state = 'removed', burned_at = now()
    from released where i.id = released.item_id and released.burned and i.state in ('draft', 'for_sale')`)
}

/** True if anything is reserved, or sold but not revealed. Otherwise there is nothing to settle. */
export async function hasUnsettled(db: Executor): Promise<boolean> {
  const result = await db.execute(sql`
    select exists (select 1 from reservations where state in ${openStates})
      or exists (select 1 from demand_items
        where state = 'sold' and hidden and published_at is null and token_id is not null) as unsettled`)
  return parseRows(v.object({ unsettled: v.boolean() }), result)[0]?.unsettled === true
}

/** Updates every open reservation from the index, sign requests and sales. Repeating the call changes nothing. */
export async function settleReservations(tx: Executor): Promise<void> {
  await completeDemand(tx)
  await settleListings(tx)
  await releaseParts(tx)
  await releaseDemand(tx)
}

/** The shares of all payees of a payout, in order; null if only the artist is paid. */
const sharesOf = sql<number[] | null>`(select array_agg(p.per_mille order by p.position)
  from ${reservations} r join ${splitPayees} p on p.split_id = coalesce(r.split_id, r.edition_id) where r.id = ${payouts.reservationId})`

/** Lists payouts that are due, longest waiting first. */
export function listDuePayouts(
  db: Reader,
  limit: number,
): Promise<(PayoutRow & { tag: number | null; shares: number[] | null })[]> {
  return db
    .select({
      reservationId: payouts.reservationId,
      place: payouts.place,
      artist: payouts.artist,
      creator: payouts.creator,
      collectionId: payouts.collectionId,
      nftId: payouts.nftId,
      amountDrops: payouts.amountDrops,
      priceDrops: payouts.priceDrops,
      feeDrops: payouts.feeDrops,
      royaltyDrops: payouts.royaltyDrops,
      currency: payouts.currency,
      state: payouts.state,
      attempt: payouts.attempt,
      result: payouts.result,
      txid: payouts.txid,
      dueAt: payouts.dueAt,
      createdAt: payouts.createdAt,
      paidAt: payouts.paidAt,
      tag: payoutTags.tag,
      shares: sharesOf,
    })
    .from(payouts)
    .leftJoin(payoutTags, eq(payoutTags.account, payouts.artist))
    .where(and(eq(payouts.state, 'owed'), lte(payouts.dueAt, sql`now()`)))
    .orderBy(asc(payouts.dueAt))
    .limit(limit)
}

/** Returns the outstanding payout for one sale to an account, or null if there is none. */
export async function findOwedPayout(
  db: Executor,
  reservationId: string,
  account: string,
): Promise<PayoutRow | null> {
  const [row] = await db
    .select()
    .from(payouts)
    .where(
      and(eq(payouts.reservationId, reservationId), eq(payouts.artist, account), eq(payouts.state, 'owed')),
    )
  return row ?? null
}

/** True if this attempt of a payout is still unpaid. */
const isAttempt = ({ reservationId, place, attempt }: PayoutRow) =>
  and(
    eq(payouts.reservationId, reservationId),
    eq(payouts.place, place),
    eq(payouts.attempt, attempt),
    eq(payouts.state, 'owed'),
  )

/** Marks a payout as paid by this validated transaction. A payout is marked only once. */
export async function markPaid(db: Executor, row: PayoutRow, txid: string) {
  await db
    .update(payouts)
    .set({ state: 'paid', txid, result: null, paidAt: sql`now()` })
    .where(isAttempt(row))
}

/**
 * Defers a payout after the ledger finally refused the payment. It is still owed and retried later as a new attempt. It
 * is retried immediately if the artist has changed the destination tag since, which may be the cause. `tag` is the tag
 * of the refused payment.
 */
export async function deferPayout(
  tx: Executor,
  row: PayoutRow,
  { result, minutes, tag }: { result: string; minutes: number; tag: number | null },
) {
  const isHeld = isAttempt(row)
  // Locked first, so that a concurrently saved tag is either visible to the statement below or stored after it.
  await tx.select({ held: payouts.attempt }).from(payouts).where(isHeld).for('update')
  const payoutTag = sql`(select t.tag from payout_tags t where t.account = ${payouts.artist})`
  await tx
    .update(payouts)
    .set({
      attempt: row.attempt + 1,
      result,
      dueAt: sql`case when ${payoutTag} is distinct from ${tag}::bigint then now() else now() + make_interval(mins => ${minutes}) end`,
    })
    .where(isHeld)
}

/**
 * Lists an account's payouts, and the shares of other payees in its sales: owed payouts first, the account's own before
 * others, then newest first.
 */
export function queryPayouts(db: Reader, artist: string, limit: number) {
  return db
    .select()
    .from(payouts)
    .where(or(eq(payouts.artist, artist), eq(payouts.creator, artist)))
    .orderBy(
      sql`${payouts.state} = 'paid'`,
      sql`${payouts.artist} <> ${artist}`,
      sql`${payouts.createdAt} desc`,
    )
    .limit(limit)
}

/** Returns the total XRP owed to an account, in drops. */
export const queryOwedDrops = (db: Reader, account: string) =>
  db
    .select({ drops: sql<string>`coalesce(sum(${payouts.amountDrops}), 0)::text` })
    .from(payouts)
    .where(and(eq(payouts.artist, account), eq(payouts.state, 'owed'), isNull(payouts.currency)))

export function queryPayoutTag(db: Reader, account: string) {
  return db.select({ tag: payoutTags.tag }).from(payoutTags).where(eq(payoutTags.account, account))
}

/** Sets the destination tag; null deletes it. Payouts owed to the account are retried immediately. */
export async function savePayoutTag(tx: Executor, account: string, tag: number | null) {
  if (tag === null) await tx.delete(payoutTags).where(eq(payoutTags.account, account))
  else
    await tx
      .insert(payoutTags)
      .values({ account, tag })
      .onConflictDoUpdate({ target: payoutTags.account, set: { tag } })
  await tx
    .update(payouts)
    .set({ dueAt: sql`now()` })
    .where(and(eq(payouts.artist, account), eq(payouts.state, 'owed')))
}
