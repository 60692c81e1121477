import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { splitTrait } from '#contract/rules/list-addresses.ts'
import type { Reader } from '#db/executor.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { Identity } from '#db/sql/identity.ts'

/** True if a work of `nfts` has a trait. */
function hasTrait({ issuer, taxon }: Identity, pair: string): SQL {
  const { trait, value } = splitTrait(pair) ?? { trait: '', value: '' }
  return sql`exists (select 1 from nft_traits t where t.nft_id = ${nfts.id} and t.issuer = ${issuer} and t.taxon = ${taxon}
    and t.trait = ${trait} and t.value = ${value})`
}

interface Terms {
  traits: string[]
  maxRank: number | null
}

/**
 * True if a work of `nfts` meets the terms of a standing bid on a collection. Works without a rank meet no rank limit.
 */
const meetsTerms = (collection: Identity, { traits, maxRank }: Terms) =>
  and(
    eq(nfts.issuer, collection.issuer),
    eq(nfts.taxon, collection.taxon),
    eq(nfts.burned, false),
    ...traits.map((pair) => hasTrait(collection, pair)),
    maxRank === null ? undefined : lte(nfts.rarityRank, maxRank),
  )

/** True if any work of a collection meets the terms of a standing bid. */
export async function hasMatchingWork(db: Reader, collection: Identity, terms: Terms): Promise<boolean> {
  const rows = await db.select({ id: nfts.id }).from(nfts).where(meetsTerms(collection, terms)).limit(1)
  return rows.length > 0
}

/** Lists works of an owner that meet the terms of a standing bid and are not on auction, the most common first. */
export const queryOwnMatchingWorks = (db: Reader, owner: string, bid: Identity & Terms, limit: number) =>
  db
    .select({
      id: nfts.id,
      sequence: nfts.sequence,
      name: nfts.name,
      metadata: nfts.metadata,
      rank: nfts.rarityRank,
      transferFee: nfts.transferFee,
    })
    .from(nfts)
    .where(
      and(
        eq(nfts.owner, owner),
        meetsTerms(bid, bid),
        sql`not exists (select 1 from auctions a where a.nft_id = ${nfts.id} and a.state = 'running')`,
      ),
    )
    .orderBy(sql`${nfts.rarityRank} desc nulls first`, nfts.sequence)
    .limit(limit)
