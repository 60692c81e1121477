import { eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { CollectionNftsQuery, NftSort } from '#worker/contract/lists.ts'
import type { Identity } from './collections.ts'
import { selectItems } from './demand-items.ts'
import { fewWorks, worksOfOwner } from './few-works.ts'
import { listedInIssued } from './issued-listings.ts'
import {
  askedItems,
  givenItems,
  isFiltered,
  type ItemFilter,
  itemFilter,
  type ItemValues,
} from './item-filter.ts'
import {
  hasItems,
  hasNoItems,
  inXrp,
  isOnlyListed,
  items,
  lastingConditions,
  onlyItems,
  ownConditions,
  places,
  tokens,
} from './item-places.ts'
import { type KeysetOrder, type KeysetPage, keysetPage, pageOrder } from './keyset.ts'
import type { MarketRules } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'
import { peopleAmong } from './people.ts'
import { remembered } from './remembered.ts'
import { conditionSets } from './set-conditions.ts'

const column = (name: string) => sql.raw(`n.${name}`)

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

const pageWith = (page: KeysetPage, { value, id, rest }: ItemValues): KeysetPage => ({
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
  const known = remembered<ItemValues, Query>(true)
  return (
    db: Reader,
    rules: MarketRules,
    collection: Identity,
    query: CollectionNftsQuery,
    page: KeysetPage,
  ) => {
    const filter = itemFilter(query)
    if (isByOffset(page)) return build(db, rules, collection, filter, page)
    const { shape, values } = askedItems(rules, collection, filter, page)
    return known(db, shape, values, (some) => {
      const its = givenItems(some, collection, filter)
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

const knownCount = remembered<ItemValues, ReturnType<typeof selectCount>>(true)

/** How many tokens and items match the filters. */
export function countCollectionNfts(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  query: CollectionNftsQuery,
) {
  const filter = { ...itemFilter(query), sort: 'unset' as const }
  const { shape, values } = askedItems(rules, collection, filter)
  return knownCount(db, shape, values, (some) => {
    const its = givenItems(some, collection, filter)
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
