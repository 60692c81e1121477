import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { missedInARow, pauseDays, recordDays } from '#contract/limits/standing-bids.ts'
import type { Executor, Reader } from '#db/executor.ts'
import type { Reserves } from '#db/queries/ledger-index/derive.ts'
import { collections } from '#db/schema/collections.ts'
import { bidSales, bidTickets, standingBids } from '#db/schema/standing-bids.ts'
import type { Identity } from '#db/sql/identity.ts'
import { parseRows } from '#db/sql/rows.ts'

export type StandingBidRow = typeof standingBids.$inferSelect
type Insert = typeof standingBids.$inferInsert

/** Minutes for which a bid that is being signed counts as open. */
const signingMinutes = 15

/** Serializes what concerns all bids of an account, until the transaction ends. */
export async function lockBidder(tx: Executor, bidder: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`opx/standing-bids/${bidder}`}, 0))`)
}

/**
 * Stores a bid that its bidder is about to sign, unless the account already has `maxOpen` open bids: then returns null.
 * Call it in a transaction: the bids of one account are serialized. A bid with the same id is unchanged and returned.
 */
export async function insertBid(tx: Executor, row: Insert, maxOpen: number): Promise<StandingBidRow | null> {
  await lockBidder(tx, row.bidder)
  const storedBid = await findBid(tx, row.id)
  if (storedBid !== null) return storedBid
  const isFresh = sql`${standingBids.createdAt} > now() - make_interval(mins => ${signingMinutes})`
  const [open] = await tx
    .select({ count: count() })
    .from(standingBids)
    .where(
      and(
        eq(standingBids.bidder, row.bidder),
        or(eq(standingBids.state, 'open'), and(eq(standingBids.state, 'signing'), isFresh)),
      ),
    )
  if ((open?.count ?? 0) >= maxOpen) return null
  const [insertedBid] = await tx.insert(standingBids).values(row).returning()
  return insertedBid ?? null
}

export async function findBid(db: Executor, id: string): Promise<StandingBidRow | null> {
  const [row] = await db.select().from(standingBids).where(eq(standingBids.id, id))
  return row ?? null
}

/** Opens a bid whose tickets were created. Repeating it changes nothing. */
export async function openBid(
  tx: Executor,
  id: string,
  { tickets, txid, at }: { tickets: number[]; txid: string; at: Date },
): Promise<void> {
  const [row] = await tx
    .update(standingBids)
    .set({
      state: sql`case when ${standingBids.expiresAt} > ${at.toISOString()}::timestamptz then 'open' else 'expired' end`,
      openedAt: at,
      txid,
    })
    .where(and(eq(standingBids.id, id), eq(standingBids.state, 'signing')))
    .returning()
  if (row === undefined || tickets.length === 0) return
  await tx
    .insert(bidTickets)
    .values(tickets.map((ticket) => ({ account: row.bidder, ticket, bidId: id })))
    .onConflictDoNothing()
}

/** Withdraws an open bid; null if it is not open. Sales that wait for the bidder are withdrawn, too. */
export async function withdrawBid(
  tx: Executor,
  id: string,
  bidder: string,
  now: Date,
): Promise<StandingBidRow | null> {
  const [row] = await tx
    .update(standingBids)
    .set({ state: 'withdrawn', endedAt: now })
    .where(and(eq(standingBids.id, id), eq(standingBids.bidder, bidder), eq(standingBids.state, 'open')))
    .returning()
  if (row === undefined) return null
  await tx
    .update(bidSales)
    .set({ state: 'withdrawn', endedBy: 'bidder', endedAt: now })
    .where(and(eq(bidSales.bidId, id), eq(bidSales.state, 'waiting')))
  return row
}

/** Number of the bid's works that are taken by sales waiting for the bidder. */
const pendingWorks = sql<number>`coalesce((select sum(cardinality(s.nft_ids)) from bid_sales s
  where s.bid_id = ${standingBids.id} and s.state = 'waiting'), 0)`

const freeTickets = sql<number>`(select count(*) from bid_tickets t where t.bid_id = ${standingBids.id} and t.sale_id is null)`

/** The time until which the bids of an account are paused, because it missed its latest sales; null if they are not. */
const pausedUntil = (
  account: SQL,
) => sql`(select case when count(*) = ${missedInARow} and bool_and(last.state = 'missed')
    and max(last.ended_at) > now() - make_interval(days => ${pauseDays}) then max(last.ended_at) + make_interval(days => ${pauseDays}) end
  from (select s.state, s.ended_at from bid_sales s where s.bidder = ${account} and s.state in ('completed', 'missed')
    order by s.ended_at desc limit ${missedInARow}) last)`

/**
 * Determines why open bids are inactive: the bidder is paused, cannot pay the price above the reserve, or has used the
 * tickets. Covers the bids of these accounts, and paused bids.
 */
export async function refreshBids(
  tx: Executor,
  accounts: string[],
  { baseDrops, ownerDrops }: Reserves,
): Promise<void> {
  await tx.execute(sql`
    with judged as (
      select standing_bids.id, case
        when ${pausedUntil(sql`standing_bids.bidder`)} is not null then 'paused'
        when coalesce(f.balance_drops - (${baseDrops.toString()}::numeric + ${ownerDrops.toString()}::numeric * f.owner_count), 0)
          < standing_bids.price_drops then 'unfunded'
        when ${freeTickets} < 2 and ${pendingWorks} = 0 then 'no_ticket'
      end as problem
      from standing_bids left join account_funds f on f.account = standing_bids.bidder
      where standing_bids.state = 'open' and (standing_bids.bidder = any(${sql.param(accounts)}::text[]) or standing_bids.problem = 'paused')
    )
    update standing_bids b set problem = judged.problem from judged
    where judged.id = b.id and b.problem is distinct from judged.problem`)
}

/** Deletes tickets that transactions in a ledger have used. */
export async function dropUsedTickets(
  tx: Executor,
  usedTickets: { account: string; ticket: number }[],
): Promise<string[]> {
  if (usedTickets.length === 0) return []
  const result = await tx.execute(sql`
    delete from bid_tickets t using jsonb_to_recordset(${JSON.stringify(usedTickets)}::jsonb) as u(account text, ticket bigint)
    where t.account = u.account and t.ticket = u.ticket returning t.account`)
  return parseRows(v.object({ account: v.string() }), result).map(({ account }) => account)
}

/** Deletes free tickets of a bid that the ledger does not have. */
export async function dropMissingTickets(
  tx: Executor,
  bidId: string,
  unusedTickets: number[],
): Promise<void> {
  await tx
    .delete(bidTickets)
    .where(
      and(
        eq(bidTickets.bidId, bidId),
        isNull(bidTickets.saleId),
        sql`${bidTickets.ticket} <> all(${sql.param(unusedTickets)}::bigint[])`,
      ),
    )
}

/** True if the ticket of a bid is unused as of the ledger that the index has reached. */
export async function hasTicket(db: Executor, account: string, ticket: number): Promise<boolean> {
  const [row] = await db
    .select({ ticket: bidTickets.ticket })
    .from(bidTickets)
    .where(and(eq(bidTickets.account, account), eq(bidTickets.ticket, ticket)))
  return row !== undefined
}

/** Ends bids that have expired or were never signed. */
export async function expireBids(db: Executor, now: Date): Promise<void> {
  await db
    .update(standingBids)
    .set({ state: 'expired', endedAt: now })
    .where(
      and(
        inArray(standingBids.state, ['signing', 'open']),
        sql`${standingBids.expiresAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
}

const recordOf = (account: SQL) => ({
  completed:
    sql<number>`(select count(*) from bid_sales s where s.bidder = ${account} and s.state = 'completed'
    and s.ended_at > now() - make_interval(days => ${recordDays}))`.mapWith(Number),
  missed: sql<number>`(select count(*) from bid_sales s where s.bidder = ${account} and s.state = 'missed'
    and s.ended_at > now() - make_interval(days => ${recordDays}))`.mapWith(Number),
  withdrawn:
    sql<number>`(select count(*) from bid_sales s where s.bidder = ${account} and s.state = 'withdrawn'
    and s.ended_by = 'bidder' and s.ended_at > now() - make_interval(days => ${recordDays}))`.mapWith(Number),
  pausedUntil: sql<string | null>`${pausedUntil(account)}::text`,
})

/** Reads an account's record as a bidder. */
export const queryRecord = (db: Reader, account: string) =>
  db.select(recordOf(sql`${account}`)).from(sql`(select 1) one`)

function selectBids(db: Reader) {
  return db
    .select({
      bid: standingBids,
      waiting: sql<number>`coalesce((select sum(cardinality(s.nft_ids)) from bid_sales s
        where s.bid_id = ${standingBids.id} and s.state = 'waiting'), 0)`.mapWith(Number),
      collectionId: collections.id,
      collectionName: collections.name,
      record: recordOf(sql`standing_bids.bidder`),
    })
    .from(standingBids)
    .leftJoin(
      collections,
      and(eq(collections.issuer, standingBids.issuer), eq(collections.taxon, standingBids.taxon)),
    )
}
export type BidView = Awaited<ReturnType<typeof selectBids>>[number]

const isOpen = ({ issuer, taxon }: Identity) =>
  and(
    eq(standingBids.issuer, issuer),
    eq(standingBids.taxon, taxon),
    eq(standingBids.state, 'open'),
    isNull(standingBids.problem),
    sql`${standingBids.expiresAt} > now()`,
  )

const worksLeft = sql`(${standingBids.works} - ${standingBids.bought} - ${pendingWorks})`

/** A work with everything that a bid's terms may require. */
export interface WorkTerms extends Identity {
  owner: string
  /** All `trait:value` pairs of the work. */
  traits: string[]
  rank: number | null
}

/** Matches bids on a collection whose terms a work meets, by another account than its owner. */
const matches = ({ owner, traits, rank }: WorkTerms) =>
  and(
    sql`${standingBids.bidder} <> ${owner}`,
    sql`${standingBids.traits} <@ ${sql.param(traits)}::text[]`,
    or(isNull(standingBids.maxRank), sql`${standingBids.maxRank} >= ${rank}`),
  )

/** The highest price first, then the earliest bid. `nulls last` is the order of the index, without which it is not used. */
const bestFirst = [sql`${standingBids.priceDrops} desc nulls last`, asc(standingBids.openedAt)]

/** Reads the best open bid that a work's owner can sell into: the highest price, then the earliest. */
export const queryBestBid = (db: Reader, work: WorkTerms) =>
  selectBids(db)
    .where(and(isOpen(work), matches(work), sql`${worksLeft} > 0 and ${freeTickets} >= 2`))
    .orderBy(...bestFirst)
    .limit(1)

/** Reads a bid with its collection and its bidder's record. */
export const queryBid = (db: Reader, id: string) => selectBids(db).where(eq(standingBids.id, id))

/** Lists the best bids on a collection. */
export const queryCollectionBids = (db: Reader, collection: Identity, limit: number) =>
  selectBids(db)
    .where(and(isOpen(collection), sql`${worksLeft} > 0`))
    .orderBy(...bestFirst)
    .limit(limit)

/** Sums up the open bids on a collection by price, highest first. */
export const queryBidLevels = (db: Reader, collection: Identity, limit: number) =>
  db
    .select({
      priceDrops: standingBids.priceDrops,
      bids: sql<number>`count(*)`.mapWith(Number),
      works: sql<number>`sum(${worksLeft})`.mapWith(Number),
    })
    .from(standingBids)
    .where(and(isOpen(collection), sql`${worksLeft} > 0`))
    .groupBy(standingBids.priceDrops)
    .orderBy(desc(standingBids.priceDrops))
    .limit(limit)

/** Lists an account's bids, newest first, without those that were never signed. */
export const queryBidsOf = (db: Reader, account: string, limit: number) =>
  selectBids(db)
    .where(and(eq(standingBids.bidder, account), sql`${standingBids.openedAt} is not null`))
    .orderBy(desc(standingBids.createdAt))
    .limit(limit)

/** Reads the tickets of an account's ended bids that no sale needs. */
export const queryFreeTickets = (db: Reader, account: string) =>
  db
    .select({ ticket: bidTickets.ticket })
    .from(bidTickets)
    .innerJoin(standingBids, eq(standingBids.id, bidTickets.bidId))
    .where(
      and(
        eq(bidTickets.account, account),
        isNull(bidTickets.saleId),
        inArray(standingBids.state, ['withdrawn', 'expired', 'filled']),
      ),
    )
    .orderBy(bidTickets.ticket)
