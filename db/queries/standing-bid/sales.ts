import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { changedAt } from '#db/queries/ledger-index/last-change.ts'
import { type LedgerJson, signRequests } from '#db/schema/flows.ts'
import { lockBidder } from './bids.ts'
import { bidSales, bidTickets, standingBids } from '#db/schema/standing-bids.ts'
import type { Reserves } from '#db/queries/ledger-index/derive.ts'
import { auctions } from '#db/schema/offers.ts'
import { collections } from '#db/schema/collections.ts'
import { nfts } from '#db/schema/tokens.ts'
import { parseRows } from '#db/sql/rows.ts'

export type BidSaleRow = typeof bidSales.$inferSelect
type Insert = typeof bidSales.$inferInsert

/** True if an open bid takes this many more works, in addition to those of the sales that wait for the bidder. */
const takesWorks = (works: number) =>
  and(
    eq(standingBids.state, 'open'),
    isNull(standingBids.problem),
    sql`${standingBids.expiresAt} > now()`,
    sql`${standingBids.works} - ${standingBids.bought} - coalesce((select sum(cardinality(w.nft_ids)) from bid_sales w
      where w.bid_id = ${standingBids.id} and w.state = 'waiting'), 0) >= ${works}`,
  )

/** True if the bidder can pay `drops` above the reserve, in addition to all sales that wait for the bidder. */
const canPay = (drops: bigint, { baseDrops, ownerDrops }: Reserves) => sql`exists (
  select 1 from account_funds f where f.account = ${standingBids.bidder}
    and f.balance_drops - (${baseDrops.toString()}::numeric + ${ownerDrops.toString()}::numeric * f.owner_count)
      >= ${drops.toString()}::numeric + coalesce((select sum(w.price_drops * cardinality(w.nft_ids)) from bid_sales w
        where w.bidder = ${standingBids.bidder} and w.state = 'waiting'), 0))`

/**
 * Chooses tickets of an open bid for a sale; null if the bid is not open any more, needs fewer works, or has too few
 * tickets. They are taken only with the seller's signature, so that nobody can block a bid without signing. Each sale
 * has its own order of tickets, so that two owners who sign at the same time seldom choose the same.
 */
export async function chooseTickets(
  db: Executor,
  { bidId, saleId, works }: { bidId: string; saleId: string; works: number },
): Promise<number[] | null> {
  const rows = await db
    .select({ ticket: bidTickets.ticket })
    .from(bidTickets)
    .innerJoin(standingBids, eq(standingBids.id, bidTickets.bidId))
    .where(and(eq(bidTickets.bidId, bidId), isNull(bidTickets.saleId), takesWorks(works)))
    .orderBy(sql`md5(${bidTickets.ticket} || ${saleId}::text)`)
    .limit(works + 1)
  return rows.length > works ? rows.map(({ ticket }) => ticket).toSorted((a, b) => a - b) : null
}

/**
 * Stores a sale that its seller is about to sign, and returns the stored row. A sale with the same id stays as it is,
 * unless the seller never signed it and it is over or has a Sequence that the seller has used since.
 */
export async function insertBidSale(tx: Executor, row: Insert): Promise<BidSaleRow | null> {
  await tx
    .insert(bidSales)
    .values(row)
    .onConflictDoUpdate({
      target: bidSales.id,
      set: { ...row, endedBy: null, endedAt: null, toldAt: null, endToldAt: null },
      setWhere: and(
        sql`not ${bidSales.batch} ? 'BatchSigners'`,
        or(
          eq(bidSales.state, 'withdrawn'),
          and(eq(bidSales.state, 'signing'), ne(bidSales.sellerSequence, row.sellerSequence)),
        ),
      ),
    })
  return findBidSale(tx, row.id)
}

/** Returns the total price of the sales that wait for a bidder, in drops. */
export async function sumWaitingSales(db: Executor, bidder: string): Promise<bigint> {
  const [row] = await db
    .select({
      drops: sql<string>`coalesce(sum(${bidSales.priceDrops} * cardinality(${bidSales.nftIds})), 0)::text`,
    })
    .from(bidSales)
    .where(and(eq(bidSales.bidder, bidder), eq(bidSales.state, 'waiting')))
  return BigInt(row?.drops ?? 0)
}

/** True if the bidder has signed a sale. A signed sale that was not applied does not count as missed. */
export async function hasBidderSigned(
  db: Executor,
  { id, bidder }: Pick<BidSaleRow, 'id' | 'bidder'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(
      and(
        eq(signRequests.account, bidder),
        eq(signRequests.purpose, 'bid_complete'),
        sql`${signRequests.context} ->> 'bidSaleId' = ${id}`,
        isNotNull(signRequests.signedAt),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function findBidSale(db: Executor, id: string): Promise<BidSaleRow | null> {
  const [row] = await db.select().from(bidSales).where(eq(bidSales.id, id))
  return row ?? null
}

/** True if a sale of the seller waits for its bidder. */
export async function hasWaitingSale(db: Executor, seller: string): Promise<boolean> {
  const [row] = await db
    .select({ sales: count() })
    .from(bidSales)
    .where(and(eq(bidSales.seller, seller), eq(bidSales.state, 'waiting')))
  return (row?.sales ?? 0) > 0
}

/** Moves a sale out of one of the given states; null if it is in another state or `condition` does not hold. */
async function moveSale(
  db: Executor,
  id: string,
  from: BidSaleRow['state'][],
  change: PgUpdateSetSource<typeof bidSales>,
  condition?: SQL,
): Promise<BidSaleRow | null> {
  const [row] = await db
    .update(bidSales)
    .set(change)
    .where(and(eq(bidSales.id, id), inArray(bidSales.state, from), condition))
    .returning()
  return row ?? null
}

const hasNoOther = sql`not exists (select 1 from bid_sales o where o.seller = ${bidSales.seller} and o.state = 'waiting')`

/**
 * Stores the seller's signature and takes the tickets in it. Returns null if the bid has ended or other owners have
 * used it up, if another sale waits, if the request came too late, or if the signed Batch is not that of the sale. Call
 * it in a transaction that is rolled back on null. The bid's row is locked until its end, so that signatures for one
 * bid are stored one by one.
 */
export async function storeSellerPart(
  tx: Executor,
  { id, bidId, bidder, nftIds, priceDrops }: BidSaleRow,
  { batch, digest, tickets }: { batch: LedgerJson; digest: string; tickets: number[] },
  { now, reserves }: { now: Date; reserves: Reserves },
): Promise<BidSaleRow | null> {
  const isBid = eq(standingBids.id, bidId)
  await lockBidder(tx, bidder)
  await tx.select({ id: standingBids.id }).from(standingBids).where(isBid).for('update')
  const [bid] = await tx
    .select({ id: standingBids.id })
    .from(standingBids)
    .where(and(isBid, takesWorks(nftIds.length), canPay(priceDrops * BigInt(nftIds.length), reserves)))
  if (bid === undefined) return null
  const takenTickets = await tx
    .update(bidTickets)
    .set({ saleId: id })
    .where(and(eq(bidTickets.bidId, bidId), inArray(bidTickets.ticket, tickets), isNull(bidTickets.saleId)))
    .returning({ ticket: bidTickets.ticket })
  if (takenTickets.length < tickets.length) return null
  return moveSale(
    tx,
    id,
    ['signing'],
    { state: 'waiting', batch },
    and(hasNoOther, eq(bidSales.digest, digest), gt(bidSales.until, now)),
  )
}

/** Records that the seller's signature is being sent to the bidder; null if the sale has ended. */
export const handOutSale = (db: Executor, { id, handedOutAt }: BidSaleRow, now: Date) =>
  moveSale(db, id, ['waiting'], { handedOutAt: handedOutAt ?? now })

/** True if a ticket in the Batch of a waiting sale is used, which makes the sale impossible. */
export async function hasUsedTicket(db: Executor, { id, nftIds }: BidSaleRow): Promise<boolean> {
  const [row] = await db.select({ tickets: count() }).from(bidTickets).where(eq(bidTickets.saleId, id))
  return (row?.tickets ?? 0) <= nftIds.length
}

/** Withdraws a sale; null if it has ended, or the seller withdraws after the signature has left the marketplace. */
export const withdrawSale = (db: Executor, id: string, endedBy: 'seller' | 'bidder', now: Date) =>
  moveSale(
    db,
    id,
    ['signing', 'waiting'],
    { state: 'withdrawn', endedBy, endedAt: now },
    endedBy === 'seller' ? isNull(bidSales.handedOutAt) : undefined,
  )

/** Ends a waiting sale that can no longer happen. */
export const endSale = (
  db: Executor,
  id: string,
  change: { state: 'missed' | 'void' | 'withdrawn'; endedBy?: 'seller'; endedAt: Date },
) => moveSale(db, id, ['waiting'], change)

/**
 * Completes sales whose Batch is in a validated ledger, whatever their recorded state. If several attempts have the
 * same Batch, only the one that the bidder received is completed. Runs in the transaction that applies the ledger.
 * Returns the bidders.
 */
export async function completeBidSales(
  tx: Executor,
  batches: { digest: string; move: string | null }[],
  closedAt: Date,
): Promise<string[]> {
  if (batches.length === 0) return []
  const result = await tx.execute(sql`
    with shown as (
      select distinct on (o.digest) o.id, b.move
      from jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) as b(digest text, move text)
      join bid_sales o on o.digest = b.digest and o.state <> 'completed'
      where not exists (select 1 from bid_sales c where c.bid_id = o.bid_id and c.digest = o.digest and c.state = 'completed')
      order by o.digest, o.handed_out_at nulls last, o.created_at desc
    ), done as (
      update bid_sales s set state = 'completed', ended_by = null, ended_at = ${closedAt.toISOString()}::timestamptz, txid = shown.move
      from shown where s.id = shown.id and s.state <> 'completed'
      returning s.bid_id, s.bidder, cardinality(s.nft_ids) as works
    ), counted as (
      update standing_bids b set bought = b.bought + d.works,
        state = case when b.state = 'open' and b.bought + d.works >= b.works then 'filled' else b.state end,
        ended_at = case when b.state = 'open' and b.bought + d.works >= b.works then ${closedAt.toISOString()}::timestamptz else b.ended_at end
      from (select bid_id, sum(works)::int as works from done group by bid_id) d where b.id = d.bid_id
    )
    select bidder from done`)
  return parseRows(v.object({ bidder: v.string() }), result).map(({ bidder }) => bidder)
}

/** Claims waiting sales for a check on the ledger: those not checked for `idleSeconds`, longest first. */
export function claimWaitingSales(db: Executor, idleSeconds: number, limit: number): Promise<BidSaleRow[]> {
  const due = db
    .select({ id: bidSales.id })
    .from(bidSales)
    .where(
      and(
        eq(bidSales.state, 'waiting'),
        lt(bidSales.checkedAt, sql`now() - make_interval(secs => ${idleSeconds})`),
      ),
    )
    .orderBy(bidSales.checkedAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(bidSales)
    .set({ checkedAt: sql`now()` })
    .where(and(eq(bidSales.state, 'waiting'), inArray(bidSales.id, due)))
    .returning()
}

/** Withdraws sales that their sellers did not sign while the request was open. */
export async function dropUnsignedSales(db: Executor, now: Date): Promise<void> {
  await db
    .update(bidSales)
    .set({ state: 'withdrawn', endedBy: 'seller', endedAt: now })
    .where(and(eq(bidSales.state, 'signing'), lt(bidSales.createdAt, new Date(now.getTime() - 360_000))))
}

/**
 * Gives the tickets of ended sales back to their bids, as soon as the sale's Batch can provably not be applied any
 * more: the seller's signature never left the marketplace, or the time inside has passed on the ledger. Returns the
 * bidders.
 */
export async function freeTickets(db: Executor): Promise<string[]> {
  const result = await db.execute(sql`
    update bid_tickets t set sale_id = null from bid_sales s
    where s.id = t.sale_id and s.state <> 'waiting'
      and (s.handed_out_at is null or s.until <= (select closed_at from ledger_cursor where name = 'follower'))
    returning t.account`)
  return parseRows(v.object({ account: v.string() }), result).map(({ account }) => account)
}

/** Lists an account's sales as bidder and as seller, newest first, without those that the seller never signed. */
export const querySalesOf = (db: Reader, account: string, limit: number) =>
  db
    .select()
    .from(bidSales)
    .where(
      and(
        or(eq(bidSales.bidder, account), eq(bidSales.seller, account)),
        sql`${bidSales.batch} ? 'BatchSigners'`,
      ),
    )
    .orderBy(desc(bidSales.createdAt))
    .limit(limit)

/** Reads the sale of a work that waits for its bidder. */
export const queryWaitingSale = (db: Reader, nftId: string) =>
  db
    .select()
    .from(bidSales)
    .where(and(eq(bidSales.state, 'waiting'), sql`${bidSales.nftIds} @> array[${nftId}]`))

export type BidTokenRow = Awaited<ReturnType<typeof queryBidTokens>>[number]

/** Reads works in sales by id, with the time of their latest change. */
export function queryBidTokens(db: Reader, ids: string[]) {
  return db
    .select({
      id: nfts.id,
      issuer: nfts.issuer,
      taxon: nfts.taxon,
      owner: nfts.owner,
      burned: nfts.burned,
      uri: nfts.uri,
      name: nfts.name,
      metadata: nfts.metadata,
      rank: nfts.rarityRank,
      transferFee: nfts.transferFee,
      collectionName: collections.name,
      onAuction: sql<boolean>`exists (select 1 from ${auctions} where ${auctions.nftId} = ${nfts.id} and ${auctions.state} = 'running')`,
      changedAt: changedAt(sql`${nfts.id}`),
      traits: sql<
        { trait: string; value: string }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('trait', t.trait, 'value', t.value))
        from nft_traits t where t.nft_id = ${nfts.id}), '[]'::jsonb)`,
    })
    .from(nfts)
    .leftJoin(collections, and(eq(collections.issuer, nfts.issuer), eq(collections.taxon, nfts.taxon)))
    .where(inArray(nfts.id, ids))
}
