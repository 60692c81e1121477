import { eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { nfts } from '#db/schema/tokens.ts'
import { nftokenFlags } from '#worker/contract/ledger.ts'
import type { CollectionNftsQuery, FacetsReply, NftSort } from '#worker/contract/lists.ts'
import { type Identity, identityById } from './collections.ts'
import { selectItems } from './demand-items.ts'
import { fewWorks, worksOfOwner } from './few-works.ts'
import { isListedInIssued, listedInIssued } from './issued-listings.ts'
import {
  givenFilter,
  isFiltered,
  type ItemFilter,
  itemFilter,
  shapeOfFilter,
  type Value,
  valuesOfFilter,
} from './item-filter.ts'
import { type KeysetOrder, type KeysetPage, keysetPage, pageOrder } from './keyset.ts'
import { type MarketRules, shapeOf } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'
import { hasName } from './name-sets.ts'
import { peopleAmong } from './people.ts'
import { type Given, remembered } from './remembered.ts'
import { conditionSets } from './set-conditions.ts'
import { flags } from './work-sets.ts'

const n = sql.raw('n')
const column = (name: string) => sql`${n}.${sql.raw(name)}`

const orders: Record<NftSort, Omit<KeysetOrder, 'id'>> = {
  // What can be bought first, cheapest first; then the others in the order in which they were minted.
  unset: {
    value: column('price_drops'),
    descending: false,
    nullable: true,
    type: 'numeric',
    rest: column('sequence'),
  },
  price_inc: { value: column('price_drops'), descending: false, nullable: true, type: 'numeric' },
  price_dec: { value: column('price_drops'), descending: true, nullable: true, type: 'numeric' },
  listed_inc: { value: column('listed_ledger'), descending: false, nullable: true, type: 'bigint' },
  listed_dec: { value: column('listed_ledger'), descending: true, nullable: true, type: 'bigint' },
  // Increasing rarity: the most common first; rank 1 is the rarest.
  rarity_inc: { value: column('rarity_rank'), descending: true, nullable: true, type: 'integer' },
  rarity_dec: { value: column('rarity_rank'), descending: false, nullable: true, type: 'integer' },
}

/**
 * Each is looked up by the work: the offset keeps the planner, which expects one work and one trait, from comparing all works with all
 * that have the trait.
 */
const traitConditions = (traits: ItemFilter['traits']): SQL[] =>
  traits.map(
    ([trait, values]) =>
      sql`exists (select 1 from nft_traits t where t.nft_id = n.id and t.trait = ${trait} and t.value in ${values} offset 0)`,
  )

/** Those that a row of `nfts n` alone answers. */
function ownConditions(filter: ItemFilter): SQL {
  const all: SQL[] = [sql`true`]
  for (const flag of flags) {
    const wanted = filter[flag]
    if (wanted !== undefined) all.push(sql`((n.flags & ${nftokenFlags[flag]}::int) <> 0) = ${wanted}`)
  }
  if (filter.name !== null) all.push(hasName(filter.name))
  return sql.join(all, sql` and `)
}

/** Conditions of the filters on `nfts n` that the ledger does not change. */
const lastingConditions = (filter: ItemFilter): SQL =>
  sql.join([ownConditions(filter), ...traitConditions(filter.traits)], sql` and `)

/** Conditions of the filters on `nfts n` of one collection; `listed` is the condition for being on sale. */
function conditions(
  filter: ItemFilter,
  collection: Identity,
  { marketplace }: MarketRules,
  listed: SQL,
  lasting: SQL,
): SQL {
  const all: SQL[] = [sql`n.issuer = ${collection.issuer} and n.taxon = ${collection.taxon} and not n.burned`]
  if (filter.status === 'listed' || filter.buyable === true) all.push(listed)
  if (filter.status === 'unlisted' || filter.buyable === false) all.push(sql`not ${listed}`)
  if (filter.status === 'sale') {
    all.push(sql`n.owner <> n.issuer and n.owner <> ${marketplace} and ${listed}`)
  }
  if (filter.auction !== undefined) {
    const running = sql`exists (select 1 from auctions a where a.nft_id = n.id and a.state = 'running')`
    all.push(filter.auction ? running : sql`not ${running}`)
  }
  if (filter.owner !== null) all.push(sql`n.owner = ${filter.owner}`)
  if (filter.priceMin !== null) all.push(sql`n.price_drops >= ${filter.priceMin}::numeric`)
  if (filter.priceMax !== null) all.push(sql`n.price_drops <= ${filter.priceMax}::numeric`)
  all.push(lasting)
  return sql.join(all, sql` and `)
}

const tokens = sql`nfts n`

/** Unsold on-demand items with the columns of tokens of their issuer; the names of hidden items are left out. */
const items = sql`(
  select d.id::text as id, d.issuer, d.taxon, 10000000000 + extract(epoch from d.created_at)::bigint as sequence,
    d.issuer as owner, false as burned, d.flags, case when d.hidden then null else d.name end as name,
    case when d.state = 'for_sale' then d.price_drops end as price_drops, null::bigint as listed_ledger, null::integer as rarity_rank
  from demand_items d where d.state in ('draft', 'for_sale')) n`

/** A token that was minted for a buyer who did not pay is shown as its item. Evaluated once per collection, not per token. */
export const noInventory = (
  { issuer, taxon }: Identity,
  id = column('id'),
) => sql`${id} not in (select d.token_id from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.token_id is not null and d.state in ('draft', 'for_sale'))`

const hasItems = ({ issuer, taxon }: Identity) => sql`exists (select 1 from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.state in ('draft', 'for_sale'))`

const inXrp = sql`(n.price_drops is not null)`

const onlyItems = (filter: ItemFilter) => filter.demand === true || filter.mintable === true

const isOnlyListed = ({ status, buyable }: ItemFilter) =>
  status === 'listed' || status === 'sale' || buyable === true

/** Only tokens have rows of traits. */
const hasNoItems = ({ demand, mintable, traits }: ItemFilter) =>
  demand === false || mintable === false || traits.length > 0

/** Where to search: `demand` and `mintable` choose between tokens and items. `lasting` replaces conditions of tokens. */
function places(
  filter: ItemFilter,
  collection: Identity,
  rules: MarketRules,
  exactly = lastingConditions(filter),
  lasting = exactly,
) {
  const noTokens = onlyItems(filter)
  const issued = isListedInIssued(collection, rules)
  const whereListed = (listed: SQL) => {
    const where = conditions(filter, collection, rules, listed, lasting)
    return noTokens ? sql`${where} and false` : sql`${where} and ${noInventory(collection)}`
  }
  const where = conditions(filter, collection, rules, inXrp, exactly)
  const priced = filter.mintable === true ? sql` and n.price_drops is not null` : sql``
  return {
    tokens: whereListed(sql`(${inXrp} or ${issued})`),
    /** Tokens with a price in XRP and tokens without one, in separate queries, so that the plan need not scan every token. */
    priced: whereListed(inXrp),
    unpriced: whereListed(issued),
    /** The latter, among what is listed in an issued currency. */
    issued: whereListed(sql`true`),
    items: hasNoItems(filter) ? sql`${where} and false` : sql`${where}${priced}`,
  }
}

/** One page of tokens and items together, as `page(id, sort_value, rest_value, place)`: the next rows of both, merged and cut to one page. */
function chosenPage(
  filter: ItemFilter,
  collection: Identity,
  rules: MarketRules,
  { after, offset, limit }: KeysetPage,
  tokensNeeded = sql`true`,
): SQL {
  const order = { ...orders[filter.sort], id: column('id') }
  const skipped = after === null ? offset : 0
  const reach = { after, offset: 0, limit: limit + skipped }
  const exactly = lastingConditions(filter)
  const few = fewWorks(filter, collection, rules)
  // Sets may be older than a row, so what a row says by itself is compared with it.
  const lasting = few === null ? exactly : sql`${few.matches(exactly)} and ${ownConditions(filter)}`
  const where = places(filter, collection, rules, exactly, lasting)
  const never = sql`false`
  const { status, buyable, priceMin, priceMax } = filter
  const onlyListed = isOnlyListed(filter)
  const onlyUnlisted = status === 'unlisted' || buyable === false
  const onlyPriced = priceMin !== null || priceMax !== null
  const pageOf = (from: SQL, when: SQL) => {
    // Sorts by a value that only rows listed in XRP have.
    if (filter.sort.startsWith('rarity')) return keysetPage(from, sql`${where.tokens}${when}`, order, reach)
    const valued = onlyUnlisted ? never : sql`${where.priced}${when}`
    const rest = onlyPriced
      ? { from, where: never }
      : onlyListed && from === tokens
        ? { from: listedInIssued(collection, rules), where: sql`${where.issued}${when}` }
        : { from, where: sql`${where.unpriced}${when}` }
    return keysetPage(from, valued, order, reach, rest)
  }
  const parts = [
    ...(few === null
      ? [pageOf(tokens, sql` and ${tokensNeeded}`)]
      : [
          pageOf(tokens, sql` and ${tokensNeeded} and not ${few.isFew}`),
          pageOf(sql`few n`, sql` and ${tokensNeeded} and ${few.isFew}`),
        ]),
    keysetPage(items, where.items, order, reach),
  ]
  const all = sql.join(
    parts.map((part, n) => sql`select * from ${part} ${sql.raw(`part${n}`)}`),
    sql` union all `,
  )
  return sql`(with ${few === null ? sql`` : sql`${few.ctes}, `}page as materialized (${all}) select page.id, page.sort_value, page.rest_value, row_number() over (order by ${pageOrder(order.descending)}) as place
    from page order by place limit ${limit} offset ${skipped})`
}

const placed = {
  sortValue: sql<string | null>`page.sort_value`,
  restValue: sql<string | null>`page.rest_value::text`,
  place: sql`page.place`.mapWith(Number),
}

/** What a query of a collection's items is given. */
interface Values extends Record<string, Value> {
  /** Found by its id, unless its issuer and taxon are known. */
  collection: Value
  issuer: Given<string>
  taxon: Given<number>
  /** Where the page begins. */
  value: Given<string | null>
  id: Given<string>
  rest: Given<string | null>
}

/** What the text of such a query depends on, and its values. */
function asked(
  rules: MarketRules,
  { id, issuer, taxon }: Identity,
  filter: ItemFilter,
  page: KeysetPage | null = null,
) {
  const after = page?.after ?? null
  const begins = after === null ? 'first' : after.value === null ? 'rest' : 'valued'
  const known =
    id === undefined ? { collection: '', issuer, taxon } : { collection: id, issuer: '', taxon: 0 }
  const values: Values = {
    ...valuesOfFilter(filter),
    ...known,
    value: after?.value ?? null,
    id: after?.id ?? '',
    rest: after?.rest ?? null,
  }
  const hasRest = after !== null && after.rest !== null && after.rest !== undefined
  const shape = [id === undefined, begins, hasRest, page?.limit, shapeOf(rules), shapeOfFilter(filter)].join()
  return { shape, values }
}

/** Collection, filter and page with what is given in the place of their values. */
const given = (values: Values, { id }: Identity, filter: ItemFilter) => ({
  collection: id === undefined ? values : identityById(sql`${values.collection}`),
  filter: givenFilter(filter, values),
})
const pageWith = (page: KeysetPage, { value, id, rest }: Values): KeysetPage => ({
  ...page,
  after:
    page.after === null
      ? null
      : {
          id,
          value: page.after.value === null ? null : value,
          rest: page.after.rest === null || page.after.rest === undefined ? null : rest,
        },
})

/** A page by offset has a text of its own. */
const isByOffset = ({ after, offset }: KeysetPage) => after === null && offset > 0

function buildNfts(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: ItemFilter,
  page: KeysetPage,
) {
  const chosen = chosenPage(filter, collection, rules, page)
  return selectCards(db, rules, { ...placed, people: peopleAmong(sql`nfts.owner`) })
    .innerJoin(sql`${chosen} page`, eq(nfts.id, sql`page.id`))
    .orderBy(sql`page.place`)
}

function buildItems(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: ItemFilter,
  page: KeysetPage,
) {
  // The tokens of the page matter only where there are items to place among them.
  const needed = hasNoItems(filter) ? sql`false` : hasItems(collection)
  const chosen = chosenPage(filter, collection, rules, page, needed)
  return selectItems(db, placed)
    .innerJoin(sql`${chosen} page`, sql`${demandItems.id}::text = page.id`)
    .orderBy(sql`page.place`)
}

type Build<Query> = (
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: ItemFilter,
  page: KeysetPage,
) => Query

/** The query of a page, with its text kept for each shape. */
function pageQuery<Query extends ReturnType<typeof buildNfts> | ReturnType<typeof buildItems>>(
  build: Build<Query>,
) {
  const known = remembered<Values, Query>(true)
  return (
    db: Reader,
    rules: MarketRules,
    collection: Identity,
    query: CollectionNftsQuery,
    page: KeysetPage,
  ) => {
    const filter = itemFilter(query)
    if (isByOffset(page)) return build(db, rules, collection, filter, page)
    const { shape, values } = asked(rules, collection, filter, page)
    return known(db, shape, values, (some) => {
      const its = given(some, collection, filter)
      return build(db, rules, its.collection, its.filter, pageWith(page, some))
    })
  }
}

/** A page of a collection's tokens as cards, with their places among the items and their sort values. */
export const queryCollectionNfts = pageQuery(buildNfts)

/** The on-demand items of the same page. */
export const queryCollectionItems = pageQuery(buildItems)

const countOf = (from: SQL, where: SQL) => sql`(select count(*) from ${from} where ${where})`

/** The number of all tokens and items of a collection, kept with its statistics; null while these are to be recomputed. */
const keptCount = ({ issuer, taxon }: Identity) => sql`(select c.items_count from collections c
  where c.issuer = ${issuer} and c.taxon = ${taxon} and not c.stats_due and c.stats_at is not null)`

const knownCount = remembered<Values, ReturnType<typeof selectCount>>(true)

/** How many tokens and items match the filters. */
export function countCollectionNfts(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  query: CollectionNftsQuery,
) {
  const filter = { ...itemFilter(query), sort: 'unset' as const }
  const { shape, values } = asked(rules, collection, filter)
  return knownCount(db, shape, values, (some) => {
    const its = given(some, collection, filter)
    return buildCount(db, rules, its.collection, its.filter)
  })
}

function buildCount(db: Reader, rules: MarketRules, collection: Identity, filter: ItemFilter) {
  const where = places(filter, collection, rules)
  // Each kind of listing is counted by its own index, as in the pages.
  const all = isOnlyListed(filter)
    ? sql`${countOf(tokens, where.priced)} + ${countOf(tokens, sql`${where.unpriced} and not ${inXrp}`)}`
    : countOf(tokens, where.tokens)
  const owned = worksOfOwner(filter, collection)
  const counted = sql`${all} + ${countOf(items, where.items)}`
  const isWhole = !isFiltered(filter) && filter.traits.length === 0
  // Postgres counts only when there is no kept number.
  if (isWhole) return selectCount(db, sql`coalesce(${keptCount(collection)}, ${counted})`)
  if (onlyItems(filter)) return selectCount(db, counted)
  // In a large collection by its sets, and otherwise not by them.
  const bySets = sql`(with ${conditionSets(filter, collection)}
    select bit_count(bit_and(works)) from conditions)`
  const most = sql`coalesce(${bySets} + ${countOf(items, where.items)}, ${counted})`
  if (owned === null) return selectCount(db, most)
  const few = sql`${countOf(sql`few n`, where.tokens)} + ${countOf(items, where.items)}`
  return selectCount(
    db,
    sql`(with ${owned.ctes} select case when ${owned.isFew} then ${few} else ${most} end)`,
  )
}

const selectCount = (db: Reader, count: SQL) =>
  db.select({ count: sql<number>`${count}`.mapWith(Number).as('count') }).from(sql`(select) one`)

const knownFacets = remembered<Values, ReturnType<typeof buildFacets>>(true)

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
  const { shape, values } = asked(rules, collection, filter)
  // Also where issuer and taxon are known: the collection may have been removed since.
  return knownFacets(db, shape, { ...values, collection: query.id }, (some) => {
    const its = given(some, collection, filter)
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
