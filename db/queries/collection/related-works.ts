import { and, eq, ne, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { itemOrders, nfts } from '#db/schema/tokens.ts'
import type { Identity } from '#db/sql/identity.ts'
import { isNotInventory } from './item-filter.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { selectCards } from '#db/queries/nft/cards.ts'

/** Returns the issuer and taxon of an on-demand item. */
export function itemIdentity(id: string): Identity {
  return {
    issuer: sql`(select issuer from demand_items where id = ${id}::uuid)`,
    taxon: sql`(select taxon from demand_items where id = ${id}::uuid)`,
  }
}

const maxTraits = 40

/** Number of listings, cheapest first, that are searched for all traits at once. */
const cheapest = 2000
/** For a trait that none of these works has, up to this many tokens are checked individually. */
const rareTokens = 500

const byPrice = itemOrders(nfts).price_inc.value

/**
 * Returns the traits of a token, each with the lowest XRP price in the collection. The price is null if no such work is
 * listed, or if the only works with a common trait are beyond the 2,000 cheapest. This limits the cost, which does not
 * grow with the collection.
 */
export function queryTraitFloors(db: Reader, { issuer, taxon }: Identity, nftId: string) {
  const ownTraits = sql`(select w.trait, w.value from nft_traits w where w.nft_id = ${nftId} limit ${maxTraits})`
  const floors = sql`(select t.trait, t.value, min(l.price_drops) as floor from (
      select ${nfts.id}, ${nfts.priceDrops} from ${nfts}
      where ${nfts.issuer} = ${issuer} and ${nfts.taxon} = ${taxon} and not ${nfts.burned} and ${nfts.priceDrops} is not null
      order by ${byPrice}, ${nfts.sequence} limit ${cheapest}) l
    cross join lateral (select trait, value from nft_traits where nft_id = l.id offset 0) t
    where (t.trait, t.value) in ${ownTraits} group by t.trait, t.value)`
  const rare = sql`(select min(n.price_drops) from nft_traits t join nfts n on n.id = t.nft_id
    where t.issuer = c.issuer and t.taxon = c.taxon and t.trait = c.trait and t.value = c.value and not n.burned)`
  return db
    .select({
      trait: sql<string>`c.trait`.as('trait'),
      value: sql<string>`c.value`.as('value'),
      floor: sql<
        string | null
      >`coalesce(f.floor, case when c.tokens <= ${rareTokens} then ${rare} end)::text`.as('floor'),
    })
    .from(
      sql`${ownTraits} w join trait_counts c on c.issuer = ${issuer} and c.taxon = ${taxon} and c.trait = w.trait and c.value = w.value
        left join ${floors} f on f.trait = w.trait and f.value = w.value`,
    )
}

/** Lists other works of a collection, available works first, cheapest first. */
export function queryNeighbourCards(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  nftId: string,
  limit: number,
) {
  const { issuer, taxon } = collection
  return selectCards(db, rules, {})
    .where(
      and(
        sql`${nfts.issuer} = ${issuer} and ${nfts.taxon} = ${taxon} and not ${nfts.burned}`,
        ne(nfts.id, nftId),
        isNotInventory(collection),
      ),
    )
    .orderBy(byPrice, nfts.sequence)
    .limit(limit)
}

/** Maximum number of the issuer's collections, and of works of each. */
const artistCollections = 12
const worksOfEach = 2

/** Returns works of the issuer's other announced collections, most traded collections first. */
export function queryArtistCards(db: Reader, rules: MarketRules, { issuer, taxon }: Identity, limit: number) {
  const otherCollections = sql`(select issuer, taxon from collections
    where issuer = ${issuer} and taxon <> ${taxon} and announced order by volume_week_drops desc, id limit ${artistCollections})`
  const cheapestOf = sql`(select ${nfts.id}, ${byPrice} as price, ${nfts.sequence} from ${nfts}
    where ${nfts.issuer} = c.issuer and ${nfts.taxon} = c.taxon and not ${nfts.burned} order by ${byPrice}, ${nfts.sequence} limit ${worksOfEach})`
  const cheapestWorks = sql`(select w.id, w.price from ${otherCollections} c cross join lateral ${cheapestOf} w order by w.price, w.id limit ${limit})`
  return selectCards(db, rules, {})
    .innerJoin(sql`${cheapestWorks} chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.price, chosen.id`)
}
