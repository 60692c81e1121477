import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { contentReports } from '#db/schema/content-reports.ts'
import { nfts } from '#db/schema/tokens.ts'
import { markExplicit, reportsToBlur } from '#contract/rules/explicit.ts'

/**
 * True if a token of `nfts` counts as adult content regardless of its metadata: by decision, or, without a decision, by
 * the number of reports.
 */
export const isReported = sql<boolean>`coalesce(${nfts.adult},
  (select count(*) >= ${reportsToBlur} from ${contentReports} where ${contentReports.nftId} = ${nfts.id}))`

/** Adds an account's report; a repeated report changes nothing. Requires the lock of the token's row. */
export async function insertReport(tx: Executor, nftId: string, account: string) {
  await tx.insert(contentReports).values({ nftId, account }).onConflictDoNothing()
  await markToken(tx, nftId)
}

/** Lists reported works without a decision, most reported first. `since` is the time of the first report. */
export function queryReportedWorks(db: Reader, limit: number) {
  return db
    .select({
      nftId: nfts.id,
      name: nfts.name,
      reports: count(),
      since: sql<Date>`min(${contentReports.reportedAt})`.mapWith(contentReports.reportedAt),
    })
    .from(contentReports)
    .innerJoin(nfts, eq(nfts.id, contentReports.nftId))
    .where(and(isNull(nfts.adult), eq(nfts.burned, false)))
    .groupBy(nfts.id)
    .orderBy(desc(count()), asc(nfts.id))
    .limit(limit)
}

/** Stores the marketplace owner's decision. Requires the lock of the token's row. */
export async function decideAdult(tx: Executor, nftId: string, adult: boolean) {
  await tx.update(nfts).set({ adult }).where(eq(nfts.id, nftId))
  await markToken(tx, nftId)
}

/** Updates the adult-content marks of a token's files from its metadata, reports and decision. */
async function markToken(tx: Executor, nftId: string) {
  const [row] = await tx.select({ metadata: nfts.metadata, isReported }).from(nfts).where(eq(nfts.id, nftId))
  if (row?.metadata == null) return
  await tx
    .update(nfts)
    .set({ metadata: markExplicit(row.metadata, row.isReported) })
    .where(eq(nfts.id, nftId))
}
