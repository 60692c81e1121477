import { eq, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { nfts, nftTraits } from '#db/schema/tokens.ts'
import { traitCounts } from '#db/schema/trait-counts.ts'
import { noInventory } from './collection-nfts.ts'
import type { Identity } from './collections.ts'
import type { MarketRules } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'

/** Issuer and taxon of an on-demand item. */
export function itemIdentity(id: string): Identity {
  return {
    issuer: sql`(select issuer from demand_items where id = ${id}::uuid)`,
    taxon: sql`(select taxon from demand_items where id = ${id}::uuid)`,
  }
}

const maxTraits = 40

/** Up to this many tokens with a trait are looked at one by one; the listings of a more common trait are walked cheapest first. */
const rareTokens = 500

/** The traits of a token, each with the lowest price in XRP of the works of its collection that have it. */
export function queryTraitFloors(db: Reader, nftId: string) {
  const has = sql`t.issuer = ${traitCounts.issuer} and t.taxon = ${traitCounts.taxon}
    and t.trait = ${traitCounts.trait} and t.value = ${traitCounts.value}`
  const rare = sql`(select min(n.price_drops) from nft_traits t join nfts n on n.id = t.nft_id where ${has} and not n.burned)`
  const common = sql`(select n.price_drops from nfts n
    where n.issuer = ${traitCounts.issuer} and n.taxon = ${traitCounts.taxon} and not n.burned and n.price_drops is not null
      and exists (select 1 from nft_traits t where t.nft_id = n.id and ${has})
    order by n.price_drops, n.id limit 1)`
  return db
    .select({
      trait: traitCounts.trait,
      value: traitCounts.value,
      floor: sql<
        string | null
      >`(case when ${traitCounts.tokens} <= ${rareTokens} then ${rare} else ${common} end)::text`,
    })
    .from(nftTraits)
    .innerJoin(
      traitCounts,
      sql`${traitCounts.issuer} = ${nftTraits.issuer} and ${traitCounts.taxon} = ${nftTraits.taxon}
        and ${traitCounts.trait} = ${nftTraits.trait} and ${traitCounts.value} = ${nftTraits.value}`,
    )
    .where(eq(nftTraits.nftId, nftId))
    .limit(maxTraits)
}

/** Other works of a collection: what can be bought first, cheapest first. */
export function queryNeighbourCards(
  db: Reader,
  rules: MarketRules,
  kind: Identity,
  nftId: string,
  limit: number,
) {
  const chosen = sql`(select n.id, row_number() over (order by n.price_drops, n.id) as place from nfts n
    where n.issuer = ${kind.issuer} and n.taxon = ${kind.taxon} and not n.burned and n.id <> ${nftId} and ${noInventory(kind)}
    order by n.price_drops, n.id limit ${limit})`
  return selectCards(db, rules, {})
    .innerJoin(sql`${chosen} chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

/** Collections of the issuer that are looked at, and works of each. */
const artistCollections = 12
const worksOfEach = 2

/** Works of the other announced collections of an issuer, the most traded collections first. */
export function queryArtistCards(db: Reader, rules: MarketRules, { issuer, taxon }: Identity, limit: number) {
  const others = sql`(select issuer, taxon from collections
    where issuer = ${issuer} and taxon <> ${taxon} and announced order by volume_week_drops desc, id limit ${artistCollections})`
  const chosen = sql`(select w.id, w.price_drops from ${others} c cross join lateral (
      select n.id, n.price_drops from nfts n where n.issuer = c.issuer and n.taxon = c.taxon and not n.burned
      order by n.price_drops, n.id limit ${worksOfEach}) w
    order by w.price_drops, w.id limit ${limit})`
  return selectCards(db, rules, {})
    .innerJoin(sql`${chosen} chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.price_drops, chosen.id`)
}
