import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import type { CollectionNftsQuery, FacetsReply } from '#worker/contract/lists.ts'
import type { Identity } from './collections.ts'
import {
  askedItems,
  givenItems,
  isFiltered,
  type ItemFilter,
  itemFilter,
  type ItemValues,
  type Value,
} from './item-filter.ts'
import { onlyItems, places, traitConditions } from './item-places.ts'
import type { MarketRules } from './market-rules.ts'
import { type Given, remembered } from './remembered.ts'
import { conditionSets } from './set-conditions.ts'

const knownFacets = remembered<ItemValues, ReturnType<typeof buildFacets>>(true)

/**
 * The traits of a collection, each value with the number of tokens that match the other filters: those of its own trait do not
 * restrict it, so that a second value can be chosen. The most common values of the collection come first.
 */
export function queryFacets(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  query: CollectionNftsQuery,
) {
  const filter = { ...itemFilter(query), sort: 'unset' as const }
  const { shape, values } = askedItems(rules, collection, filter)
  // Also where issuer and taxon are known: the collection may have been removed since.
  return knownFacets(db, shape, { ...values, collection: query.id }, (some) => {
    const its = givenItems(some, collection, filter)
    return buildFacets(db, rules, its.collection, its.filter, some.collection)
  })
}

function buildFacets(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: ItemFilter,
  id: Given<Value>,
) {
  const { issuer, taxon } = collection
  const { traits } = filter
  // The most common values of a collection with more of them.
  const all = sql`(select c.trait, c.value, c.tokens from trait_counts c where c.issuer = ${issuer} and c.taxon = ${taxon}
    order by c.tokens desc, c.trait, c.value limit 2000)`
  const isWhole = traits.length === 0 && !isFiltered(filter)
  const bySets = !isWhole && !onlyItems(filter)
  // Works first, and the traits of each: the planner expects one work, and would compare every trait with every work.
  const has = traitConditions(traits).map((condition, at) => sql`, ${condition} as ${sql.raw(`has${at}`)}`)
  const works = sql`(select n.id${sql.join(has)} from nfts n where ${places({ ...filter, traits: [] }, collection, rules).tokens} offset 0)`
  const others = traits.map(([trait], at) => sql`(t.trait = ${trait} or ${sql.raw(`has${at}`)})`)
  const counted = sql`select t.trait, t.value, count(*) as count
    from ${works} n cross join lateral (select t.trait, t.value from nft_traits t where t.nft_id = n.id offset 0) t
    where ${sql.join([sql`true`, ...others], sql` and `)} group by t.trait, t.value`
  const counts = bySets
    ? // The offset keeps the planner from starting what is not needed.
      sql`${countedBySets(filter, collection)} union all select * from (${counted} offset 0) c where not exists (select 1 from conditions)`
    : counted
  // No join: the planner expects one value of a collection, and would count for each of them anew.
  const values = isWhole
    ? sql`select trait, value, tokens, tokens as count from ${all} a`
    : sql`select trait, value, max(tokens) as tokens, sum(count)::bigint as count from (
        select trait, value, tokens, 0 as count from ${all} a
        union all
        select trait, value, null, count from (${counts}) f
      ) both_of group by trait, value having max(tokens) is not null`
  const byTrait = sql`select trait, json_agg(json_build_object('value', value, 'count', count) order by tokens desc, value) as found
    from (${values}) v group by trait`
  return db
    .select({
      /** Null when there is no such collection. */
      identity: sql<{
        issuer: string
        taxon: number
      } | null>`(select json_build_object('issuer', issuer, 'taxon', taxon) from collections where id = ${id})`,
      traits: sql<FacetsReply>`coalesce(json_agg(json_build_object('trait', trait, 'values', found) order by trait), '[]')`,
    })
    .from(sql`(${byTrait}) t`)
}

/** The same numbers from the sets of a large collection: no rows where it has none. */
function countedBySets(filter: ItemFilter, collection: Identity): SQL {
  const { issuer, taxon } = collection
  return sql`with ${conditionSets(filter, collection, true)}, masks as materialized (
      select null as trait, bit_and(works) as works from conditions
      union all
      select c.name, (select bit_and(o.works) from conditions o where o.kind <> 'trait' or o.name <> c.name) from conditions c where c.kind = 'trait'
    )
    select s.name as trait, s.value, bit_count(s.works & coalesce((select works from masks where trait = s.name), (select works from masks where trait is null))) as count
    from k join work_sets s on s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = 'trait' and s.first = k.first and s.size = k.size
    where exists (select 1 from conditions)`
}
