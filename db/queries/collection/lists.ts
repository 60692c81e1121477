import { and, desc, eq, gte, isNotNull, isNull, lte, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { history } from '#db/schema/history.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { CollectionListQuery, CollectionSort } from '#contract/schemas/lists.ts'
import { HistoryType } from '#contract/schemas/nfts.ts'
import { selectCollections } from './collections.ts'
import type { Identity } from '#db/sql/identity.ts'
import { eventColumns } from '#db/sql/history-step.ts'
import { peopleAmong } from '#db/queries/people/people.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { comesAfter, inOrder, type KeysetPage } from '#db/sql/keyset.ts'
import { containsText } from '#db/sql/folded-text.ts'

/** Sort orders of the explorer. Collections without a floor come last, as in the indexes. */
const sorts: Record<CollectionSort, { value: SQLWrapper; isDown: boolean }> = {
  volume_dec: { value: collections.volumeDayDrops, isDown: true },
  volume_inc: { value: collections.volumeDayDrops, isDown: false },
  price_dec: { value: sql`coalesce(${collections.floorDrops}, -1)`, isDown: true },
  price_inc: { value: sql`coalesce(${collections.floorDrops}, 999999999999999999)`, isDown: false },
}

function conditions(filter: CollectionListQuery): SQL | undefined {
  const all: (SQL | undefined)[] = []
  if (filter.announced !== undefined) all.push(eq(collections.announced, filter.announced))
  if (filter.featured !== undefined)
    all.push(filter.featured ? isNotNull(collections.featuredAt) : isNull(collections.featuredAt))
  if (filter.verified !== undefined) all.push(eq(collections.verified, filter.verified))
  if (filter.random !== undefined) all.push(eq(collections.random, filter.random))
  if (filter.issuer !== undefined) all.push(eq(collections.issuer, filter.issuer))
  if (filter.taxon !== undefined) all.push(eq(collections.taxon, filter.taxon))
  if (filter.price_min !== undefined) all.push(gte(collections.floorDrops, BigInt(filter.price_min)))
  if (filter.price_max !== undefined) all.push(lte(collections.floorDrops, BigInt(filter.price_max)))
  if (filter.items_min !== undefined) all.push(gte(collections.itemsCount, filter.items_min))
  if (filter.items_max !== undefined) all.push(lte(collections.itemsCount, filter.items_max))
  if (filter.q) all.push(containsText(collections.searchName, filter.q))
  return and(...all)
}

/** The floor at the end of the last recorded day before the day of the newest indexed ledger. */
const floorBefore = sql<string | null>`(select d.floor_drops::text from collection_days d
  where d.issuer = ${collections.issuer} and d.taxon = ${collections.taxon} and d.day < (${indexTime} at time zone 'utc')::date
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
  { after, offset, limit }: KeysetPage<CollectionPosition>,
) {
  const { value, isDown } = sorts[filter.sort]
  const order = [value, collections.id]
  const start = after === null ? undefined : comesAfter(order, [after.value, after.id], isDown)
  return selectCollections(db, { sortValue: sql<string>`${value}::text`, floorBefore })
    .where(and(conditions(filter), start))
    .orderBy(...inOrder(order, isDown))
    .limit(limit)
    .offset(after === null ? offset : 0)
}

export const countCollections = (db: Reader, filter: CollectionListQuery) =>
  db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(collections)
    .where(conditions(filter))

export const queryCollection = (db: Reader, id: string) =>
  selectCollections(db, {}).where(eq(collections.id, id)).limit(1)

export interface HistoryPosition {
  ledgerIndex: number
  position: number
  nftId: string
  type: string
  offerId: string
}

/**
 * Lists the events of a collection, newest first, strictly after `after`. Reads each event type separately through its
 * index, because finding rare events among many others would require reading all of them.
 */
export function queryCollectionHistory(
  db: Reader,
  { issuer, taxon }: Identity,
  after: HistoryPosition | null,
  offset: number,
  limit: number,
  types: readonly HistoryType[] = HistoryType.options,
) {
  const start =
    after === null
      ? sql`true`
      : sql`(h.ledger_index, h.position, h.nft_id, h.type, h.offer_id) < (${after.ledgerIndex}, ${after.position}, ${after.nftId}, ${after.type}, ${after.offerId})`
  const skipCount = after === null ? offset : 0
  const newestFirst = sql`h.ledger_index desc nulls last, h.position desc nulls last, h.nft_id desc, h.type desc, h.offer_id desc`
  const key = sql`h.nft_id, h.ledger_index, h.position, h.type, h.offer_id`
  const newest = types.map(
    (
      type,
    ) => sql`(select ${key} from history h where h.issuer = ${issuer} and h.taxon = ${taxon} and h.type = ${type} and ${start}
      order by ${newestFirst} limit ${limit + skipCount})`,
  )
  const page = sql`(select * from (${sql.join(newest, sql` union all `)}) h order by ${newestFirst} limit ${limit} offset ${skipCount}) h`
  return db
    .select({
      event: eventColumns,
      name: nfts.name,
      sequence: nfts.sequence,
      metadata: nfts.metadata,
      people: peopleAmong(sql`history.seller, history.buyer`),
    })
    .from(history)
    .innerJoin(
      page,
      sql`(history.nft_id, history.ledger_index, history.position, history.type, history.offer_id) = (${key})`,
    )
    .leftJoin(nfts, eq(nfts.id, history.nftId))
    .orderBy(
      desc(history.ledgerIndex),
      desc(history.position),
      desc(history.nftId),
      desc(history.type),
      desc(history.offerId),
    )
}
