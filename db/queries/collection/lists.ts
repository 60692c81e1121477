import { and, eq, gte, isNotNull, isNull, lte, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import type { CollectionListQuery, CollectionSort } from '#contract/schemas/lists.ts'
import { selectCollections } from './collections.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { type KeysetPage, pageOf } from '#db/sql/keyset.ts'
import { containsText } from '#db/sql/folded-text.ts'

/** Sort orders of the explorer. Collections without a floor come last, as in the indexes. */
const sorts: Record<CollectionSort, { value: SQLWrapper; isDown: boolean }> = {
  volume_dec: { value: collections.volumeDayDrops, isDown: true },
  volume_inc: { value: collections.volumeDayDrops, isDown: false },
  price_dec: { value: sql`coalesce(${collections.floorDrops}, -1)`, isDown: true },
  price_inc: { value: sql`coalesce(${collections.floorDrops}, 999999999999999999)`, isDown: false },
}

function conditionsOf(filter: CollectionListQuery): SQL | undefined {
  const conditions: (SQL | undefined)[] = []
  if (filter.announced !== undefined) conditions.push(eq(collections.announced, filter.announced))
  if (filter.featured !== undefined)
    conditions.push(filter.featured ? isNotNull(collections.featuredAt) : isNull(collections.featuredAt))
  if (filter.verified !== undefined) conditions.push(eq(collections.verified, filter.verified))
  if (filter.random !== undefined) conditions.push(eq(collections.random, filter.random))
  if (filter.issuer !== undefined) conditions.push(eq(collections.issuer, filter.issuer))
  if (filter.taxon !== undefined) conditions.push(eq(collections.taxon, filter.taxon))
  if (filter.price_min !== undefined) conditions.push(gte(collections.floorDrops, BigInt(filter.price_min)))
  if (filter.price_max !== undefined) conditions.push(lte(collections.floorDrops, BigInt(filter.price_max)))
  if (filter.items_min !== undefined) conditions.push(gte(collections.itemsCount, filter.items_min))
  if (filter.items_max !== undefined) conditions.push(lte(collections.itemsCount, filter.items_max))
  if (filter.q) conditions.push(containsText(collections.searchName, filter.q))
  return and(...conditions)
}

/** The floor at the end of the last recorded day before the day of the newest indexed ledger. */
const floorBefore = sql<string | null>`(select d.floor_drops::text from collection_days d
  where d.issuer = ${collections.issuer} and d.taxon = ${collections.taxon}
    and d.day < (${indexTime} at time zone 'utc')::date
  order by d.day desc limit 1)`

/** The last collection of a page, with its sort value. */
export interface CollectionPosition {
  value: string
  id: string
}

/** Returns a page of collections, each with its sort value. */
export function queryCollectionPage(
  db: Reader,
  filter: CollectionListQuery,
  page: KeysetPage<CollectionPosition>,
) {
  const { value, isDown } = sorts[filter.sort]
  const { where, orderBy, limit, offset } = pageOf([value, collections.id], isDown, page, (after) => [
    after.value,
    after.id,
  ])
  return selectCollections(db, { sortValue: sql<string>`${value}::text`, floorBefore })
    .where(and(conditionsOf(filter), where))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

export const countCollections = (db: Reader, filter: CollectionListQuery) =>
  db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(collections)
    .where(conditionsOf(filter))

export const queryCollection = (db: Reader, id: string) =>
  selectCollections(db, {}).where(eq(collections.id, id)).limit(1)
