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

/** True if a work of a collection meets the terms of a standing bid. Works without a rank meet no rank limit. */
export async function hasMatchingWork(
  db: Reader,
  collection: Identity,
  { traits, maxRank }: { traits: string[]; maxRank: number | null },
): Promise<boolean> {
  const rows = await db
    .select({ id: nfts.id })
    .from(nfts)
    .where(
      and(
        eq(nfts.issuer, collection.issuer),
        eq(nfts.taxon, collection.taxon),
        eq(nfts.burned, false),
        ...traits.map((pair) => hasTrait(collection, pair)),
        maxRank === null ? undefined : lte(nfts.rarityRank, maxRank),
      ),
    )
    .limit(1)
  return rows.length > 0
}
