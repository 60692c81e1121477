import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { sales } from '#db/schema/flows.ts'
import { auctions, offers } from '#db/schema/tokens.ts'
import { ledgerTime } from './ledger-time.ts'
import type { MarketRules } from './nft-cards.ts'
import type { AuctionRow } from './nfts.ts'

/** Running auctions whose time is up, and whether one of their bids is being matched now. */
export async function listEndedAuctions(
  db: Executor,
  limit: number,
): Promise<{ auction: AuctionRow; matching: boolean }[]> {
  return db
    .select({
      auction: auctions,
      matching: sql<boolean>`exists (select 1 from ${sales} where ${sales.sellOfferId} = ${auctions.offerId} and ${sales.state} = 'matching')`,
    })
    .from(auctions)
    .where(and(eq(auctions.state, 'running'), lte(auctions.endsAt, ledgerTime)))
    .orderBy(asc(auctions.endsAt))
    .limit(limit)
}

export interface Bid {
  id: string
  owner: string
  amountDrops: bigint
}

/** The best bid of an auction that has not been tried: funded, addressed to M, worth the start price after the fee. */
export async function nextBid(
  db: Reader,
  { marketplace }: MarketRules,
  auction: AuctionRow,
): Promise<Bid | null> {
  const [row] = await db
    .select({ id: offers.id, owner: offers.owner, amountDrops: offers.amountDrops })
    .from(offers)
    .where(
      and(
        eq(offers.nftId, auction.nftId),
        eq(offers.isSell, false),
        eq(offers.state, 'open'),
        eq(offers.destination, marketplace),
        isNull(offers.problem),
        gt(offers.amountDrops, 0n),
        sql`${offers.owner} <> ${auction.seller}`,
        sql`${offers.amountDrops} - greatest(1, floor(${offers.amountDrops} / 100)) >= ${auction.startDrops.toString()}::numeric`,
        sql`not exists (select 1 from ${sales} where ${sales.buyOfferId} = ${offers.id})`,
      ),
    )
    .orderBy(desc(offers.amountDrops), asc(offers.createdLedger), asc(offers.id))
    .limit(1)
  return row === undefined || row.amountDrops === null ? null : { ...row, amountDrops: row.amountDrops }
}
