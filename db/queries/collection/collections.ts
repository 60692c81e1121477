import { and, type Column, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { usdPriceColumn } from '#db/queries/prices/prices.ts'
import { collectionRules } from '#db/schema/collection-rules.ts'
import { collections } from '#db/schema/collections.ts'
import { media } from '#db/schema/media.ts'
import { shownName } from '#db/sql/shown-names.ts'

const ruleValue = (column: Column) => sql<boolean>`coalesce(${column}, false)`

/**
 * Number of listed works except those that are reserved: nobody else can buy these now, but they may become available
 * again.
 */
const availableCount = sql<number>`greatest(0, ${collections.listedCount} - (
  select count(*) from reservations r where r.collection_id = ${collections.id}
    and r.state in ('reserved', 'offered', 'cancelling')))::int`

/** The columns that replies contain. */
const columns = {
  id: collections.id,
  name: collections.name,
  description: collections.description,
  thumbnailCid: collections.thumbnailCid,
  thumbnailType: sql<string | null>`${media.contentType}`,
  thumbnailWidth: sql<number | null>`${media.width}`,
  thumbnailHeight: sql<number | null>`${media.height}`,
  thumbnailColor: sql<string | null>`${media.color}`,
  issuer: collections.issuer,
  artist: shownName(collections.issuer),
  taxon: collections.taxon,
  royaltyPercent: collections.royaltyPercent,
  featured: sql<boolean>`${collections.featuredAt} is not null`,
  verified: collections.verified,
  random: collections.random,
  onDemandMint: collections.onDemandMint,
  announced: collections.announced,
  mutableNfts: collections.mutableNfts,
  currency: collections.currency,
  links: collections.links,
  promoCodeEnabled: ruleValue(collectionRules.promoCodeEnabled),
  whitelistEnabled: ruleValue(collectionRules.whitelistEnabled),
  blacklistEnabled: ruleValue(collectionRules.blacklistEnabled),
  xrpUsd: usdPriceColumn,
  itemsCount: collections.itemsCount,
  mintedCount: collections.mintedCount,
  ownersCount: collections.ownersCount,
  listedCount: availableCount,
  floorDrops: collections.floorDrops,
  volumeDayDrops: collections.volumeDayDrops,
  volumeDayBeforeDrops: collections.volumeDayBeforeDrops,
  volumeWeekDrops: collections.volumeWeekDrops,
  volumeWeekBeforeDrops: collections.volumeWeekBeforeDrops,
  volumeAllDrops: collections.volumeAllDrops,
  salesCount: collections.salesCount,
  markedDayDrops: collections.markedDayDrops,
  markedWeekDrops: collections.markedWeekDrops,
  markedAllDrops: collections.markedAllDrops,
  markedSales: collections.markedSales,
  bestOfferDrops: collections.bestOfferDrops,
  bestOfferNft: collections.bestOfferNft,
  lastSaleDrops: collections.lastSaleDrops,
  lastSaleNft: collections.lastSaleNft,
  lastSaleAt: collections.lastSaleAt,
}

/** Selects collections with their thumbnails. A job maintains the statistics columns. */
export function selectCollections<Extra extends Record<string, SQL>>(db: Reader, extra: Extra) {
  return db
    .select({ ...extra, collection: columns })
    .from(collections)
    .leftJoin(media, eq(media.cid, collections.thumbnailCid))
    .leftJoin(collectionRules, eq(collectionRules.collectionId, collections.id))
    .$dynamic()
}

export type CollectionRow = Awaited<ReturnType<typeof selectCollections<Record<never, never>>>>[number]

export function queryFeaturedCollections(db: Reader, limit: number) {
  return selectCollections(db, {})
    .where(and(isNotNull(collections.featuredAt), eq(collections.announced, true)))
    .orderBy(desc(collections.featuredAt), collections.id)
    .limit(limit)
}

/**
 * Selects the collections returned by a subquery `chosen(id, place)`, in its order. Joins pictures only for these
 * collections.
 */
export function selectChosen(db: Reader, ids: SQL) {
  return selectCollections(db, {})
    .innerJoin(sql`(${ids}) chosen`, eq(collections.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

interface Trend {
  days: 1 | 7
  /** Includes sales that look like wash trades. */
  marked: boolean
}

/** Returns the collections with the highest volume in the last day or week. */
export function queryTrendingCollections(db: Reader, { days, marked }: Trend, limit: number) {
  const window = days === 1 ? 'day' : 'week'
  const volume = sql.raw(`volume_${window}_drops${marked ? ` + marked_${window}_drops` : ''}`)
  return selectChosen(
    db,
    sql`select id, row_number() over (order by ${volume} desc, id desc) as place from collections
      where announced and ${volume} > 0 order by ${volume} desc, id desc limit ${limit}`,
  )
}

export function queryCollectionOf(db: Reader, issuer: string, taxon: number) {
  return selectCollections(db, {})
    .where(and(eq(collections.issuer, issuer), eq(collections.taxon, taxon)))
    .limit(1)
}

/** Inserts a collection; an existing one (same issuer and taxon) is left unchanged. */
export async function insertCollection(db: Executor, row: typeof collections.$inferInsert) {
  await db.insert(collections).values(row).onConflictDoNothing()
}

/** Returns the name of a collection. */
export function queryCollectionName(db: Reader, id: string) {
  return db.select({ name: collections.name }).from(collections).where(eq(collections.id, id))
}

/** Returns the issuer and taxon of a collection. */
export function queryIdentity(db: Reader, id: string) {
  return db
    .select({ issuer: collections.issuer, taxon: collections.taxon })
    .from(collections)
    .where(eq(collections.id, id))
}
