import { eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { nfts } from '#db/schema/tokens.ts'
import { nftokenFlags } from '#worker/contract/ledger.ts'
import type { CollectionNftsQuery, NftSort } from '#worker/contract/lists.ts'
import type { Identity } from './collections.ts'
import { selectItems } from './demand-items.ts'
import { type KeysetOrder, type KeysetPage, keysetPage, pageOrder } from './keyset.ts'
import type { MarketRules } from './market-rules.ts'
import { isIssuedListing, selectCards } from './nft-cards.ts'
import { peopleAmong } from './people.ts'
import { conditionSets, flags, isBySets, pageSets } from './work-sets.ts'

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

/** Escapes text for a LIKE pattern. */
export function likePart(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The wanted values of each trait. */
function traitsOf(pairs: string[]): Map<string, string[]> {
  const byTrait = new Map<string, string[]>()
  for (const pair of pairs) {
    const at = pair.indexOf(':')
    if (at < 1) continue
    const trait = pair.slice(0, at)
    byTrait.set(trait, [...(byTrait.get(trait) ?? []), pair.slice(at + 1)])
  }
  return byTrait
}

function traitConditions(traits: string[], { issuer, taxon }: Identity): SQL[] {
  return [...traitsOf(traits)].map(
    ([trait, values]) =>
      sql`exists (select 1 from nft_traits t where t.nft_id = n.id and t.issuer = ${issuer} and t.taxon = ${taxon} and t.trait = ${trait} and t.value in ${values})`,
  )
}

/**
 * Whether a token `n` of a collection is listed in an issued currency and has no price in XRP, as its card shows it. Only listings
 * of the same issuer are looked at, found by the account that every NFTokenID contains.
 */
function listedInIssued({ issuer, taxon }: Identity, { marketplace }: MarketRules): SQL {
  return sql`n.id in (select offers.nft_id from offers join nfts t on t.id = offers.nft_id
    where substr(offers.nft_id, 9, 40) = (select substr(id, 9, 40) from nfts where issuer = ${issuer} and taxon = ${taxon} order by sequence limit 1)
      and t.issuer = ${issuer} and t.taxon = ${taxon} and ${isIssuedListing(marketplace)}
      and not exists (select 1 from auctions a where a.nft_id = offers.nft_id and a.state = 'running'))`
}

/** Conditions of the filters on `nfts n` that the ledger does not change. */
function lastingConditions(filter: CollectionNftsQuery, collection: Identity): SQL {
  const all: SQL[] = [sql`true`]
  for (const flag of flags) {
    const wanted = filter[flag]
    if (wanted !== undefined) all.push(sql`((n.flags & ${nftokenFlags[flag]}::int) <> 0) = ${wanted}`)
  }
  if (filter.name !== undefined && filter.name !== '') {
    all.push(sql`search_text(n.name) like search_text(${likePart(filter.name)})`)
  }
  all.push(...traitConditions(filter.trait ?? [], collection))
  return sql.join(all, sql` and `)
}

/** Conditions of the filters on `nfts n` of one collection; `listed` is the condition for being on sale. */
function conditions(
  filter: CollectionNftsQuery,
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
  if (filter.owner !== undefined) all.push(sql`n.owner = ${filter.owner}`)
  if (filter.price_min !== undefined) all.push(sql`n.price_drops >= ${filter.price_min}::numeric`)
  if (filter.price_max !== undefined) all.push(sql`n.price_drops <= ${filter.price_max}::numeric`)
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
export const noInventory = ({
  issuer,
  taxon,
}: Identity) => sql`n.id not in (select d.token_id from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.token_id is not null and d.state in ('draft', 'for_sale'))`

const hasItems = ({ issuer, taxon }: Identity) => sql`exists (select 1 from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.state in ('draft', 'for_sale'))`

const inXrp = sql`(n.price_drops is not null)`

const onlyItems = (filter: CollectionNftsQuery) => filter.demand === true || filter.mintable === true

/** Where to search: `demand` and `mintable` choose between tokens and items. `lasting` replaces conditions of tokens. */
function places(
  filter: CollectionNftsQuery,
  collection: Identity,
  rules: MarketRules,
  exactly = lastingConditions(filter, collection),
  lasting = exactly,
) {
  const noTokens = onlyItems(filter)
  const onlyTokens = filter.demand === false || filter.mintable === false
  const issued = listedInIssued(collection, rules)
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
    items: onlyTokens ? sql`${where} and false` : sql`${where}${priced}`,
  }
}

/** One page of tokens and items together, as `page(id, sort_value, rest_value, place)`: the next rows of both, merged and cut to one page. */
function chosenPage(
  filter: CollectionNftsQuery,
  collection: Identity,
  rules: MarketRules,
  { after, offset, limit }: KeysetPage,
  tokensNeeded = sql`true`,
): SQL {
  const order = { ...orders[filter.sort], id: column('id') }
  const skipped = after === null ? offset : 0
  const reach = { after, offset: 0, limit: limit + skipped }
  const exactly = lastingConditions(filter, collection)
  const sets = pageSets(filter, collection, traitsOf(filter.trait ?? []), likePart)
  // A name whose number is asked for is compared as it is.
  const where = places(filter, collection, rules, exactly, sets === null ? exactly : sets.matches(exactly))
  // Sorts by a value that only rows listed in XRP have.
  const byListing = !filter.sort.startsWith('rarity')
  const pageOf = (from: SQL, when: SQL) =>
    byListing
      ? keysetPage(from, sql`${where.priced}${when}`, order, reach, sql`${where.unpriced}${when}`)
      : keysetPage(from, sql`${where.tokens}${when}`, order, reach)
  const parts = [
    ...(sets === null
      ? [pageOf(tokens, sql` and ${tokensNeeded}`)]
      : [
          pageOf(tokens, sql` and ${tokensNeeded} and not ${sets.isFew}`),
          pageOf(sql`few n`, sql` and ${tokensNeeded} and ${sets.isFew}`),
        ]),
    keysetPage(items, where.items, order, reach),
  ]
  const all = sql.join(
    parts.map((part, n) => sql`select * from ${part} ${sql.raw(`part${n}`)}`),
    sql` union all `,
  )
  return sql`(with ${sets === null ? sql`` : sql`${sets.ctes}, `}page as materialized (${all}) select page.id, page.sort_value, page.rest_value, row_number() over (order by ${pageOrder(order.descending)}) as place
    from page order by place limit ${limit} offset ${skipped})`
}

const placed = {
  sortValue: sql<string | null>`page.sort_value`,
  restValue: sql<string | null>`page.rest_value::text`,
  place: sql`page.place`.mapWith(Number),
}

/** A page of a collection's tokens as cards, with their places among the items and their sort values. */
export function queryCollectionNfts(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
  page: KeysetPage,
) {
  const chosen = chosenPage(filter, collection, rules, page)
  return selectCards(db, rules, { ...placed, people: peopleAmong(sql`nfts.owner`) })
    .innerJoin(sql`${chosen} page`, eq(nfts.id, sql`page.id`))
    .orderBy(sql`page.place`)
}

/** The on-demand items of the same page. */
export function queryCollectionItems(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
  page: KeysetPage,
) {
  // The tokens of the page matter only where there are items to place among them.
  const chosen = chosenPage(filter, collection, rules, page, hasItems(collection))
  return selectItems(db, placed)
    .innerJoin(sql`${chosen} page`, sql`${demandItems.id}::text = page.id`)
    .orderBy(sql`page.place`)
}

const countOf = (from: SQL, where: SQL) => sql`(select count(*) from ${from} where ${where})`

/** Whether tokens are filtered by anything but their traits. */
const isFiltered = ({
  id: _id,
  trait: _trait,
  sort: _sort,
  marker: _marker,
  after: _after,
  ...rest
}: CollectionNftsQuery) => Object.values(rest).some((value) => value !== undefined && value !== '')

/** The number of all tokens and items of a collection, kept with its statistics; null while these are to be recomputed. */
const keptCount = ({ issuer, taxon }: Identity) => sql`(select c.items_count from collections c
  where c.issuer = ${issuer} and c.taxon = ${taxon} and not c.stats_due and c.stats_at is not null)`

/** How many tokens and items match the filters. */
export function countCollectionNfts(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
) {
  const where = places(filter, collection, rules)
  const onlyListed = filter.status === 'listed' || filter.status === 'sale' || filter.buyable === true
  // Each kind of listing is counted by its own index, as in the pages.
  const counts = onlyListed
    ? sql`${countOf(tokens, where.priced)} + ${countOf(tokens, sql`${where.unpriced} and not ${inXrp}`)}`
    : countOf(tokens, where.tokens)
  const counted = sql`${counts} + ${countOf(items, where.items)}`
  const isWhole = !isFiltered(filter) && traitsOf(filter.trait ?? []).size === 0
  // Postgres counts only when there is no kept number.
  if (isWhole) return selectCount(db, sql`coalesce(${keptCount(collection)}, ${counted})`)
  if (onlyItems(filter) || !isBySets(filter)) return selectCount(db, counted)
  // In a large collection by its sets, and otherwise not by them.
  const bySets = sql`(with ${conditionSets(filter, collection, traitsOf(filter.trait ?? []), likePart)}
    select bit_count(bit_and(works)) from conditions)`
  return selectCount(db, sql`coalesce(${bySets} + ${countOf(items, where.items)}, ${counted})`)
}

const selectCount = (db: Reader, count: SQL) =>
  db.select({ count: sql<number>`${count}`.mapWith(Number).as('count') }).from(sql`(select) one`)

/**
 * The traits of a collection, each value with the number of tokens that match the other filters: those of its own trait do not
 * restrict it, so that a second value can be chosen. The most common values of the collection come first.
 */
export function queryFacets(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
) {
  const { issuer, taxon } = collection
  const traits = traitsOf(filter.trait ?? [])
  // The most common values of a collection with more of them.
  const all = sql`(select c.trait, c.value, c.tokens from trait_counts c where c.issuer = ${issuer} and c.taxon = ${taxon}
    order by c.tokens desc, c.trait, c.value limit 2000)`
  const chosen = [...traits].map(
    ([trait, values]) => sql`(t.trait = ${trait} or t.nft_id in (select o.nft_id from nft_traits o
      where o.issuer = ${issuer} and o.taxon = ${taxon} and o.trait = ${trait} and o.value in ${values}))`,
  )
  const filtered = isFiltered(filter)
  const matching = filtered
    ? [
        sql`t.nft_id in (select n.id from nfts n where ${places({ ...filter, trait: undefined }, collection, rules).tokens})`,
      ]
    : [
        sql`t.nft_id not in (select n.id from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon} and n.burned)`,
      ]
  const where = sql.join(
    [sql`t.issuer = ${issuer} and t.taxon = ${taxon}`, ...chosen, ...matching],
    sql` and `,
  )
  const isWhole = traits.size === 0 && !filtered
  const bySets = !isWhole && !onlyItems(filter) && isBySets(filter)
  const counted = sql`select t.trait, t.value, count(*) as count from nft_traits t where ${where} group by t.trait, t.value`
  const counts = isWhole
    ? sql`select trait, value, tokens as count from ${all} a`
    : bySets
      ? // The offset keeps the planner from starting what is not needed.
        sql`${countedBySets(filter, collection)} union all select * from (${counted} offset 0) c where not exists (select 1 from conditions)`
      : counted
  return db
    .select({
      trait: sql<string>`a.trait`.as('trait'),
      value: sql<string>`a.value`.as('value'),
      count: sql`coalesce(f.count, 0)`.mapWith(Number).as('matching'),
    })
    .from(sql`${all} a left join (${counts}) f on f.trait = a.trait and f.value = a.value`)
    .orderBy(sql`a.trait, a.tokens desc, a.value`)
}

/** The same numbers from the sets of a large collection: no rows where it has none. */
function countedBySets(filter: CollectionNftsQuery, collection: Identity): SQL {
  const { issuer, taxon } = collection
  const traits = traitsOf(filter.trait ?? [])
  return sql`with ${conditionSets(filter, collection, traits, likePart)}, masks as materialized (
      select null as trait, bit_and(works) as works from conditions
      union all
      select c.name, (select bit_and(o.works) from conditions o where o.name <> c.name) from conditions c where c.name in ${[...traits.keys(), '']}
    )
    select s.name as trait, s.value, bit_count(s.works & coalesce((select works from masks where trait = s.name), (select works from masks where trait is null))) as count
    from k join work_sets s on s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = 'trait' and s.first = k.first and s.size = k.size
    where exists (select 1 from conditions)`
}
