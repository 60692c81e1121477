import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { bidMinimums } from '#db/schema/standing-bids.ts'

type Kind = (typeof bidMinimums.$inferSelect)['kind']

/**
 * Selects the least bid in drops for the token with this id, from the floor; null without a minimum or without a floor.
 */
export const leastBid = (nftId: SQL): SQL => sql`(
  select ceil(c.floor_drops * coalesce(owner.percent, issuer.percent) / 100.0) from nfts n
  join collections c on c.issuer = n.issuer and c.taxon = n.taxon
  left join bid_minimums owner on owner.kind = 'account' and owner.subject = n.owner
  left join bid_minimums issuer on issuer.kind = 'collection' and issuer.subject = c.id
  where n.id = ${nftId})`

/** Reads the least bid for a token, in drops. */
export const queryLeastBid = (db: Reader, nftId: string) =>
  db.select({ drops: sql<string | null>`${leastBid(sql`${nftId}`)}::text` }).from(sql`(select 1) one`)

/** Reads the minimum that an account or a collection has set, in percent of the floor. */
export const queryMinimum = (db: Reader, kind: Kind, subject: string) =>
  db
    .select({ percent: bidMinimums.percent })
    .from(bidMinimums)
    .where(and(eq(bidMinimums.kind, kind), eq(bidMinimums.subject, subject)))

/** Stores a minimum; null removes it. */
export async function saveMinimum(
  db: Executor,
  kind: Kind,
  subject: string,
  percent: number | null,
): Promise<void> {
  if (percent === null) {
    await db.delete(bidMinimums).where(and(eq(bidMinimums.kind, kind), eq(bidMinimums.subject, subject)))
    return
  }
  await db
    .insert(bidMinimums)
    .values({ kind, subject, percent })
    .onConflictDoUpdate({ target: [bidMinimums.kind, bidMinimums.subject], set: { percent } })
}
