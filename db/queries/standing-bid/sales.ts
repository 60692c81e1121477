import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { type LedgerJson, signRequests } from '#db/schema/flows.ts'
import { bidSales, bidTickets, standingBids } from '#db/schema/standing-bids.ts'
import { auctions } from '#db/schema/offers.ts'
import { collections } from '#db/schema/collections.ts'
import { history } from '#db/schema/history.ts'
import { nfts } from '#db/schema/tokens.ts'
import { parseRows } from '#db/sql/rows.ts'

/** An id that no sale has, because `in` needs a value. */
const emptyId = '00000000-0000-0000-0000-000000000000'

export type BidSaleRow = typeof bidSales.$inferSelect
type Insert = typeof bidSales.$inferInsert

/** Serializes the beginnings of a seller's sales until the transaction ends. */
export async function lockSeller(tx: Executor, seller: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`opx/bid-sales/${seller}`}, 0))`)
}

/** Withdraws sales that a seller has begun and not signed, so that a repeated attempt takes no further tickets. */
export async function dropUnsignedOf(tx: Executor, seller: string, now: Date): Promise<void> {
  const rows = await tx
    .update(bidSales)
    .set({ state: 'withdrawn', endedBy: 'seller', endedAt: now })
    .where(and(eq(bidSales.seller, seller), eq(bidSales.state, 'signing')))
    .returning({ id: bidSales.id })
  await tx
    .update(bidTickets)
    .set({ saleId: null })
    .where(inArray(bidTickets.saleId, [...rows.map(({ id }) => id), emptyId]))
}

/**
 * Takes tickets of an open bid for a sale. Returns null if the bid is not open any more, needs fewer works, or has too few
 * tickets. Call it in a transaction; the bid's row is locked until its end.
 */
export async function claimTickets(
  tx: Executor,
  { bidId, saleId, works }: { bidId: string; saleId: string; works: number },
): Promise<number[] | null> {
  const [bid] = await tx
    .select({ works: standingBids.works, bought: standingBids.bought })
    .from(standingBids)
    .where(
      and(
        eq(standingBids.id, bidId),
        eq(standingBids.state, 'open'),
        isNull(standingBids.problem),
        sql`${standingBids.expiresAt} > now()`,
      ),
    )
    .for('update')
  if (bid === undefined) return null
  const [pending] = await tx
    .select({ works: sql<number>`coalesce(sum(cardinality(${bidSales.nftIds})), 0)`.mapWith(Number) })
    .from(bidSales)
    .where(and(eq(bidSales.bidId, bidId), inArray(bidSales.state, ['signing', 'waiting'])))
  if (bid.works - bid.bought - (pending?.works ?? 0) < works) return null
  const free = tx
    .select({ ticket: bidTickets.ticket })
    .from(bidTickets)
    .where(and(eq(bidTickets.bidId, bidId), isNull(bidTickets.saleId)))
    .orderBy(bidTickets.ticket)
    .limit(works + 1)
  const claimedRows = await tx
    .update(bidTickets)
    .set({ saleId })
    .where(and(eq(bidTickets.bidId, bidId), inArray(bidTickets.ticket, free)))
    .returning({ ticket: bidTickets.ticket })
  return claimedRows.length > works ? claimedRows.map(({ ticket }) => ticket).toSorted((a, b) => a - b) : null
}

/** Stores a sale. An earlier attempt with the same id that was never signed is replaced. */
export async function insertBidSale(tx: Executor, row: Insert): Promise<void> {
  await tx
    .insert(bidSales)
    .values(row)
    .onConflictDoUpdate({
      target: bidSales.id,
      set: { ...row, endedBy: null, endedAt: null, toldAt: null, endToldAt: null },
      setWhere: and(eq(bidSales.state, 'withdrawn'), sql`not ${bidSales.batch} ? 'BatchSigners'`),
    })
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

/** True if the bidder has signed a sale. If it was not applied all the same, the bidder did not miss it. */
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

/** Keeps a sale's bid from being withdrawn until the transaction ends. */
const lockBidOf = (tx: Executor, id: string) =>
  tx
    .select({ id: standingBids.id })
    .from(standingBids)
    .where(sql`${standingBids.id} = (select s.bid_id from bid_sales s where s.id = ${id})`)
    .for('share')

const isBidOpen = sql`exists (select 1 from standing_bids b where b.id = ${bidSales.bidId} and b.state = 'open')`
const hasNoOther = sql`not exists (select 1 from bid_sales o where o.seller = ${bidSales.seller} and o.state = 'waiting')`

/**
 * Stores the seller's signature; null if the bid has ended, another sale waits, the request came too late, or the signed Batch
 * is not that of the sale.
 */
export async function storeSellerPart(
  tx: Executor,
  id: string,
  { batch, digest }: { batch: LedgerJson; digest: string },
  now: Date,
): Promise<BidSaleRow | null> {
  await lockBidOf(tx, id)
  return moveSale(
    tx,
    id,
    ['signing'],
    { state: 'waiting', batch },
    and(isBidOpen, hasNoOther, eq(bidSales.digest, digest), gt(bidSales.until, now)),
  )
}

/** Records that the seller's signature is being sent to the bidder; null if the sale has ended. */
export const handOutSale = (db: Executor, { id, handedOutAt }: BidSaleRow, now: Date) =>
  moveSale(db, id, ['waiting'], { handedOutAt: handedOutAt ?? now })

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
 * Completes sales whose Batch is in a validated ledger, whatever their recorded state. If several attempts have the same Batch,
 * only the one that the bidder received is completed. Runs in the transaction that applies the ledger. Returns the bidders.
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
 * Gives the tickets of ended sales back to their bids, as soon as the sale's Batch can provably not be applied any more: the
 * seller's signature never left the marketplace, or the time inside has passed on the ledger. Returns the bidders.
 */
export async function freeTickets(db: Executor): Promise<string[]> {
  const result = await db.execute(sql`
    update bid_tickets t set sale_id = null from bid_sales s
    where s.id = t.sale_id and s.state not in ('signing', 'waiting')
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

/** Reads works in sales by id, with the time of the issuer's latest change. */
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
      changedAt: sql<Date | null>`(select max(${history.closedAt}) from ${history} where ${history.nftId} = ${nfts.id} and ${history.type} = 'modify')`,
      traits: sql<
        { trait: string; value: string }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('trait', t.trait, 'value', t.value))
        from nft_traits t where t.nft_id = ${nfts.id}), '[]'::jsonb)`,
    })
    .from(nfts)
    .leftJoin(collections, and(eq(collections.issuer, nfts.issuer), eq(collections.taxon, nfts.taxon)))
    .where(inArray(nfts.id, ids))
}
