import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { sales } from '#db/schema/flows.ts'
import { auctions, offers } from '#db/schema/offers.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isBarred } from '#db/sql/barred-bids.ts'
import { reachesStart, toNumeric } from '#db/sql/bid-worth.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import type { AuctionRow } from '#db/queries/nft/nfts.ts'

/**
 * Lists running auctions that have ended by the newest indexed ledger, so that every earlier bid is known. Includes
 * whether a sale of the token is in progress, through one of the auction's bids or otherwise.
 */
export async function listEndedAuctions(
  db: Executor,
  limit: number,
): Promise<{ auction: AuctionRow; isMatching: boolean }[]> {
  return db
    .select({
      auction: auctions,
      isMatching: sql<boolean>`exists (select 1 from ${sales} where ${sales.nftId} = ${auctions.nftId} and ${sales.state} = 'matching')`,
    })
    .from(auctions)
    .where(
      and(
        eq(auctions.state, 'running'),
        lte(auctions.endsAt, sql`(select closed_at from ledger_cursor where name = 'follower')`),
      ),
    )
    .orderBy(asc(auctions.endsAt))
    .limit(limit)
}

/**
 * Moves the ends of running auctions, never beyond their latest ends and never to an earlier time. Runs in the
 * transaction that applies the bids' ledgers and advances the cursor. The settlement waits for the cursor, so it takes
 * every bid made before the end into account.
 */
export async function extendAuctions(tx: Executor, ends: ReadonlyMap<string, number>): Promise<void> {
  if (ends.size === 0) return
  const rows = [...ends].map(([offerId, end]) => ({
    offer_id: offerId,
    ends_at: new Date(end).toISOString(),
  }))
  await tx.execute(sql`
    update auctions a set ends_at = e.ends_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as e(offer_id text, ends_at timestamptz)
    where a.offer_id = e.offer_id and a.state = 'running' and a.ends_at < e.ends_at and e.ends_at <= a.latest_end`)
}

export interface Bid {
  id: string
  owner: string
  amount: Amount
}

/**
 * Returns the best untried bid of an auction: funded, addressed to the marketplace, and worth at least the start price
 * after the fee.
 */
export async function nextBid(db: Executor, rules: MarketRules, auction: AuctionRow): Promise<Bid | null> {
  const start = sql`${JSON.stringify(auction.startAmount)}::jsonb`
  const [row] = await db
    .select({ id: offers.id, owner: offers.owner, amount: offers.amount })
    .from(offers)
    .where(
      and(
        eq(offers.nftId, auction.nftId),
        eq(offers.isSell, false),
        eq(offers.state, 'open'),
        eq(offers.destination, rules.marketplace),
        isNull(offers.problem),
        sql`${offers.owner} <> ${auction.seller}`,
        reachesStart(sql`${offers.amount}`, start),
        sql`not ${isBarred(rules)}`,
        // The bid has not been tried in this auction. A bid that failed in another sale may still be tried.
        sql`not exists (select 1 from ${sales} where ${sales.buyOfferId} = ${offers.id} and (${sales.sellOfferId} = ${auction.offerId} or ${sales.state} <> 'failed'))`,
        // The bid was made before the end of the auction, by ledger time.
        sql`exists (select 1 from history h where h.nft_id = ${offers.nftId} and h.offer_id = ${offers.id} and h.type = 'buy_offer' and h.closed_at <= ${auction.endsAt})`,
      ),
    )
    .orderBy(desc(toNumeric(sql`${offers.amount}`)), asc(offers.createdLedger), asc(offers.id))
    .limit(1)
  return row ?? null
}

/** Lists open sell offers of cancelled auctions. They must not become listings when the token returns. */
export async function listStrayAuctionOffers(
  db: Executor,
  limit: number,
): Promise<{ id: string; owner: string }[]> {
  return db
    .select({ id: offers.id, owner: offers.owner })
    .from(auctions)
    .innerJoin(offers, eq(offers.id, auctions.offerId))
    .where(and(eq(auctions.state, 'cancelled'), eq(offers.state, 'open')))
    .limit(limit)
}
