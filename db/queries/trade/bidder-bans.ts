import { and, desc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { offers } from '#db/schema/offers.ts'
import { bidderBans } from '#db/schema/trading.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { auctionListProblem, banDays, isBarred } from '#db/sql/barred-bids.ts'
import { inSameCurrency, reachesStart, toNumeric } from '#db/sql/bid-worth.ts'
import { ledgerTime } from '#db/sql/ledger-time.ts'
import { ListProblem } from '#db/sql/list-rules.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { parseRows } from '#db/sql/rows.ts'

/** Returns the latest ban of an account, expired or not. */
export function queryBidderBan(db: Reader, account: string) {
  return db
    .select({ until: bidderBans.until })
    .from(bidderBans)
    .where(eq(bidderBans.account, account))
    .orderBy(desc(bidderBans.until))
    .limit(1)
}

/**
 * Returns open bids on a token that do not count in an auction, because their makers are not allowed to bid or to buy.
 */
export function queryBarredBids(db: Reader, rules: MarketRules, nftId: string) {
  return db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.nftId, nftId), eq(offers.state, 'open'), eq(offers.isSell, false), isBarred(rules)))
}

/** Returns the issuer's list that forbids an account to buy the token at auction; null if none does. */
export async function findBidderProblem(
  db: Executor,
  { marketplace }: MarketRules,
  { nftId, bidder }: { nftId: string; bidder: string },
): Promise<ListProblem | null> {
  const result = await db.execute(auctionListProblem(nftId, bidder, marketplace))
  return parseRows(v.object({ problem: v.nullable(ListProblem) }), result)[0]?.problem ?? null
}

/** Bans an account that could not pay its bid when the auction was settled, at most once per auction. */
export async function banBidder(db: Executor, account: string, auctionId: string) {
  await db
    .insert(bidderBans)
    .values({
      account,
      auctionId,
      reason: 'unfunded',
      until: sql`${ledgerTime} + make_interval(days => ${banDays})`,
    })
    .onConflictDoNothing()
}

/**
 * Bans accounts that withdrew the top bid in the last hour of a running auction, or whose top bid is unfunded
 * (docs/money.md, 5). Uses the state and the time of the index. Repeating the call changes nothing.
 */
export async function banUnreliableBidders(db: Executor, rules: MarketRules) {
  const counts = sql`not b.is_sell and b.destination = ${rules.marketplace} and b.owner <> a.seller and not ${isBarred(rules, 'b')}
    and ${reachesStart(sql.raw('b.amount'), sql.raw('a.start_amount'))}`
  await db.execute(sql`
    with ending as (
      select a.*, c.closed_at from auctions a join ledger_cursor c on c.name = 'follower'
      where a.state = 'running' and a.ends_at - interval '1 hour' <= c.closed_at
    ), unfunded as (
      select a.offer_id, top.owner from ending a cross join lateral (
        select b.owner, b.problem from offers b
        where b.nft_id = a.nft_id and b.state = 'open' and ${counts}
          and (b.problem is null or b.problem = 'buyer_unfunded')
          and exists (select 1 from history h where h.nft_id = b.nft_id and h.offer_id = b.id
            and h.type = 'buy_offer' and h.closed_at <= a.ends_at)
        order by ${toNumeric(sql.raw('b.amount'))} desc, b.created_ledger, b.id limit 1
      ) top where top.problem = 'buyer_unfunded'
    ), withdrawn as (
      select a.offer_id, b.owner from ending a
      join offers b on b.nft_id = a.nft_id and b.state = 'cancelled' and ${counts}
      join history h on h.nft_id = b.nft_id and h.offer_id = b.id and h.type = 'offer_cancelled'
        and h.closed_at between a.ends_at - interval '1 hour' and a.ends_at
      where (b.expiration is null or to_timestamp(b.expiration + ${rippleEpochSeconds}) > h.closed_at)
        and not exists (
          select 1 from offers o
          where o.nft_id = b.nft_id and not o.is_sell and o.destination = b.destination and o.id <> b.id
            and o.owner <> a.seller and not ${isBarred(rules, 'o')} and (o.problem is null or o.problem <> 'buyer_unfunded')
            and o.created_ledger <= b.ended_ledger
            and (o.state = 'open' or o.ended_ledger > b.ended_ledger)
            and ${inSameCurrency(sql.raw('o.amount'), sql.raw('b.amount'))}
            and (${toNumeric(sql.raw('o.amount'))}, -o.created_ledger) > (${toNumeric(sql.raw('b.amount'))}, -b.created_ledger))
    )
    insert into bidder_bans (account, auction_id, reason, until)
    select owner, offer_id, 'unfunded', ${ledgerTime} + make_interval(days => ${banDays}) from unfunded
    union all
    select distinct owner, offer_id, 'withdrawn', ${ledgerTime} + make_interval(days => ${banDays}) from withdrawn
    on conflict do nothing`)
}
