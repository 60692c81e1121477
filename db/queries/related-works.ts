import { eq, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { Identity } from './collections.ts'
import { noInventory } from './item-places.ts'
import { type MarketRules, shapeOf } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'
import { type Given, remembered } from './remembered.ts'

/** Issuer and taxon of an on-demand item. */
export function itemIdentity(id: string): Identity {
  return {
    issuer: sql`(select issuer from demand_items where id = ${id}::uuid)`,
    taxon: sql`(select taxon from demand_items where id = ${id}::uuid)`,
  }
}

const maxTraits = 40

/** The listings of a collection that are searched for all traits at once, cheapest first. */
const cheapest = 2000
/** For a trait that none of these has: up to this many tokens with it are looked at one by one. */
const rareTokens = 500

/** A token and its collection. */
interface Work extends Pick<Identity, 'issuer' | 'taxon'> {
  nftId: Given<string>
  [name: string]: Given<string | number>
}

const floors = remembered<Work, ReturnType<typeof buildTraitFloors>>()
const neighbours = remembered<Work, ReturnType<typeof buildNeighbourCards>>()
const ofArtist = remembered<Work, ReturnType<typeof buildArtistCards>>()

/**
 * The traits of a token, each with the lowest price in XRP of the works of its collection that have it. Null when none is listed, or
 * when a common trait is only among works beyond the 2,000 cheapest: the cost does not grow with the collection.
 */
export const queryTraitFloors = (db: Reader, { issuer, taxon }: Identity, nftId: string) =>
  floors(db, '', { issuer, taxon, nftId }, (given) => buildTraitFloors(db, given))

function buildTraitFloors(db: Reader, { issuer, taxon, nftId }: Work) {
  const wanted = sql`(select w.trait, w.value from nft_traits w where w.nft_id = ${nftId} limit ${maxTraits})`
  const found = sql`(select t.trait, t.value, min(l.price_drops) as floor from (
      select n.id, n.price_drops from nfts n
      where n.issuer = ${issuer} and n.taxon = ${taxon} and not n.burned and n.price_drops is not null
      order by n.price_drops, n.id limit ${cheapest}) l
    join nft_traits t on t.nft_id = l.id
    where (t.trait, t.value) in ${wanted} group by t.trait, t.value)`
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
      sql`${wanted} w join trait_counts c on c.issuer = ${issuer} and c.taxon = ${taxon} and c.trait = w.trait and c.value = w.value
        left join ${found} f on f.trait = w.trait and f.value = w.value`,
    )
}

/** Other works of a collection: what can be bought first, cheapest first. */
export const queryNeighbourCards = (
  db: Reader,
  rules: MarketRules,
  { issuer, taxon }: Identity,
  nftId: string,
  limit: number,
) =>
  neighbours(db, `${limit} ${shapeOf(rules)}`, { issuer, taxon, nftId }, (given) =>
    buildNeighbourCards(db, rules, given, limit),
  )

function buildNeighbourCards(db: Reader, rules: MarketRules, { nftId, ...kind }: Work, limit: number) {
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
export const queryArtistCards = (
  db: Reader,
  rules: MarketRules,
  { issuer, taxon }: Identity,
  limit: number,
) =>
  ofArtist(db, `${limit} ${shapeOf(rules)}`, { issuer, taxon, nftId: '' }, (given) =>
    buildArtistCards(db, rules, given, limit),
  )

function buildArtistCards(db: Reader, rules: MarketRules, { issuer, taxon }: Work, limit: number) {
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
