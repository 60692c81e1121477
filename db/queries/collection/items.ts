import { and, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { itemOrders, nfts } from '#db/schema/tokens.ts'
import { type CollectionNftsQuery, mostCounted } from '#contract/schemas/lists.ts'
import type { Identity } from '#db/sql/identity.ts'
import { selectItems } from '#db/sql/select-items.ts'
import { demandConditions, demandWork, hasUnsoldItems, isWhole, tokenConditions } from './item-filter.ts'
import { inOrder, type KeysetPage, pageOf } from '#db/sql/keyset.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { selectCards } from '#db/queries/nft/cards.ts'
import { peopleAmong } from '#db/queries/people/people.ts'

/** The last work on a page: its sort value, its sequence number within its issuer, and its id. */
export interface ItemPosition {
  value: string
  sequence: string
  id: string
}

/** Sort columns of on-demand items. Their sequence places them after the issuer's tokens, in order of creation. */
const demandId = sql<string>`${demandItems.id}::text`
const demandSequence = sql<string>`10000000000 + extract(epoch from ${demandItems.createdAt})::bigint`

/** The columns that sort one table, in this order: value, sequence, id. */
type SortColumns = Record<keyof ItemPosition, SQLWrapper>

const asColumns = <T>({ value, sequence, id }: Record<keyof ItemPosition, T>): T[] => [value, sequence, id]

/**
 * Returns the columns that sort the tokens and items of a list. By default, available works come first, cheapest first,
 * then all others in minting order.
 */
function orderOf({ sort }: CollectionNftsQuery) {
  const name = sort === 'unset' ? 'price_inc' : sort
  const { value, isDown } = itemOrders(nfts)[name]
  const tokenOrder: SortColumns = { value, sequence: nfts.sequence, id: nfts.id }
  const demandOrder: SortColumns = {
    value: itemOrders(demandWork)[name].value,
    sequence: demandSequence,
    id: demandId,
  }
  return { tokenOrder, demandOrder, isDown }
}

/** Names the sort columns, so that the rows of both tables can be merged. */
const sortFields = ({ value, sequence, id }: SortColumns) => ({
  workId: sql<string>`${id}`.as('work_id'),
  value: sql<string>`${value}`.as('sort_value'),
  sequence: sql<string>`${sequence}`.as('sort_sequence'),
})

/** The works of a collection that match a filter. */
interface FilteredWorks {
  rules: MarketRules
  collection: Identity
  filter: CollectionNftsQuery
}

interface WorksPage extends FilteredWorks {
  page: KeysetPage<ItemPosition>
}

/** Selects the rows that one table may contribute to a page, in the order of these columns. */
function firstRows(
  db: Reader,
  table: typeof nfts | typeof demandItems,
  { order, isDown, page }: { order: SortColumns; isDown: boolean; page: KeysetPage<ItemPosition> },
  conditions: SQL | undefined,
) {
  // Ranks are integers, but the value in the request may exceed their range, so it is cast to bigint.
  const valuesOf = ({ value, sequence, id }: ItemPosition) => [sql`${value}::bigint`, sequence, id]
  const { where, orderBy, limit, offset } = pageOf(asColumns(order), isDown, page, valuesOf)
  return (
    db
      .select(sortFields(order))
      .from(table)
      .where(and(conditions, where))
      .orderBy(...orderBy)
      // Each table may supply every row up to the end of the page.
      .limit(offset + limit)
  )
}

/**
 * Selects the ids of one page of tokens and items: takes the first rows of each table, merges them, and limits the
 * result.
 */
function selectPage(db: Reader, { rules, collection, filter, page }: WorksPage, tokensNeeded?: SQL) {
  const { tokenOrder, demandOrder, isDown } = orderOf(filter)
  const tokenFilter = and(tokenConditions(collection, filter, rules), tokensNeeded)
  const tokens = firstRows(db, nfts, { order: tokenOrder, isDown, page }, tokenFilter)
  const demandFilter = demandConditions(collection, filter)
  const items = firstRows(db, demandItems, { order: demandOrder, isDown, page }, demandFilter)
  const union = unionAll(tokens, items)
    .orderBy(...inOrder([sql`sort_value`, sql`sort_sequence`, sql`work_id`], isDown))
    .limit(page.limit)
    .offset(page.after === null ? page.offset : 0)
    .as('works')
  const order = sql.join(inOrder([union.value, union.sequence, union.workId], isDown), sql`, `)
  return db
    .select({
      workId: union.workId,
      value: union.value,
      sequence: union.sequence,
      place: sql<number>`row_number() over (order by ${order})`.as('place'),
    })
    .from(union)
    .as('page')
}

/** Returns the additional columns for each work on a page, besides the card columns. */
const placeOfItem = ({ value, sequence, place }: ReturnType<typeof selectPage>) => ({
  sortValue: sql<string>`${value}::text`,
  sortSequence: sql<string>`${sequence}::text`,
  place: sql`${place}`.mapWith(Number),
})

/** Returns a page of a collection's tokens as cards, with their positions among the items. */
export function queryCollectionNfts(db: Reader, works: WorksPage) {
  const pageRows = selectPage(db, works)
  return selectCards(db, works.rules, { ...placeOfItem(pageRows), people: peopleAmong(sql`${nfts.owner}`) })
    .innerJoin(pageRows, eq(nfts.id, pageRows.workId))
    .orderBy(pageRows.place)
}

/** Returns the on-demand items of the same page. Tokens are read only if there are items to place among them. */
export function queryCollectionItems(db: Reader, works: WorksPage) {
  const pageRows = selectPage(db, works, hasUnsoldItems(works.collection))
  return selectItems(db, placeOfItem(pageRows))
    .innerJoin(pageRows, eq(demandId, pageRows.workId))
    .orderBy(pageRows.place)
}

/** Selects the stored number of a collection's tokens and items; null while its statistics are due. */
const storedCount = ({ issuer, taxon }: Identity) => sql`(select ${collections.itemsCount} from ${collections}
  where ${collections.issuer} = ${issuer} and ${collections.taxon} = ${taxon}
    and not ${collections.statsDue} and ${collections.statsAt} is not null)`

/** Counts matching tokens and items. Under a filter, `mostCounted + 1` means more than `mostCounted`. */
export function countCollectionNfts(db: Reader, { rules, collection, filter }: FilteredWorks) {
  const tokens = sql`select 1 from ${nfts} where ${tokenConditions(collection, filter, rules)}`
  const items = sql`select 1 from ${demandItems} where ${demandConditions(collection, filter)}`
  const works = sql`${tokens} union all ${items}`
  // Counts all works only if their number is not stored.
  const count = isWhole(filter)
    ? sql`coalesce(${storedCount(collection)}, (select count(*) from (${works}) works))`
    : sql`(select count(*) from (${works} limit ${mostCounted + 1}) works)`
  // One row without columns, because the count is a subquery.
  return db.select({ count: count.mapWith(Number).as('count') }).from(sql`(select) one`)
}
