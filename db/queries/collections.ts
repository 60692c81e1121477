import { and, desc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { collections, history, media, nfts, offers } from '#db/schema/tokens.ts'
import type { MarketRules } from './nft-cards.ts'

const asDrops = (value: SQL) => sql<bigint>`${value}`.mapWith((text: string) => BigInt(text))

function salesVolume(fromHours: number, toHours: number): SQL {
  return sql`(select coalesce(sum(${history.amountDrops}), 0)::text from ${history} where ${history.issuer} = ${collections.issuer} and ${history.taxon} = ${collections.taxon} and ${history.type} = 'sale' and ${history.closedAt} > now() - make_interval(hours => ${fromHours}::int) and ${history.closedAt} <= now() - make_interval(hours => ${toHours}::int))`
}

function collectionColumns({ marketplace, minimumDrops }: MarketRules) {
  const ofCollection = sql`${nfts.issuer} = ${collections.issuer} and ${nfts.taxon} = ${collections.taxon} and not ${nfts.burned}`
  return {
    id: collections.id,
    name: collections.name,
    description: collections.description,
    issuer: collections.issuer,
    taxon: collections.taxon,
    royaltyPercent: collections.royaltyPercent,
    featuredAt: collections.featuredAt,
    verified: collections.verified,
    random: collections.random,
    onDemandMint: collections.onDemandMint,
    mutableNfts: collections.mutableNfts,
    announced: collections.announced,
    links: collections.links,
    thumbnailCid: collections.thumbnailCid,
    thumbnailType: media.contentType,
    thumbnailWidth: media.width,
    thumbnailHeight: media.height,
    thumbnailColor: media.color,
    items: sql<number>`(select count(*) from ${nfts} where ${ofCollection})`.mapWith(Number),
    floorDrops: sql<
      bigint | null
    >`(select min(${offers.amountDrops})::text from ${nfts} join ${offers} on ${offers.nftId} = ${nfts.id} and ${offers.owner} = ${nfts.owner} where ${ofCollection} and ${offers.state} = 'open' and ${offers.isSell} and ((${offers.destination} = ${marketplace} and ${offers.amountDrops} >= ${minimumDrops.toString()}) or (${offers.destination} is null and ${offers.amountDrops} > 0)) and (${offers.expiration} is null or ${offers.expiration} > extract(epoch from now())::bigint - 946684800))`.mapWith(
      (text: string | null) => (text === null ? null : BigInt(text)),
    ),
    volumeDrops: asDrops(salesVolume(24, 0)),
  }
}

function selectCollections(db: Reader, rules: MarketRules) {
  return db
    .select(collectionColumns(rules))
    .from(collections)
    .leftJoin(media, eq(media.cid, collections.thumbnailCid))
    .$dynamic()
}

export type CollectionRow = Awaited<ReturnType<typeof queryFeaturedCollections>>[number]

export function queryFeaturedCollections(db: Reader, rules: MarketRules, limit: number) {
  return selectCollections(db, rules)
    .where(and(isNotNull(collections.featuredAt), eq(collections.announced, true)))
    .orderBy(desc(collections.featuredAt), collections.id)
    .limit(limit)
}

/** Collections by volume of the last `days`, with that of the window before. */
export function queryTrendingCollections(db: Reader, rules: MarketRules, days: 1 | 7, limit: number) {
  const hours = days * 24
  const windowVolume = salesVolume(hours, 0)
  const inWindow = db
    .select({
      issuer: history.issuer,
      taxon: history.taxon,
      volume: sql`sum(${history.amountDrops})`.as('volume'),
    })
    .from(history)
    .where(
      and(eq(history.type, 'sale'), gt(history.closedAt, sql`now() - make_interval(hours => ${hours}::int)`)),
    )
    .groupBy(history.issuer, history.taxon)
    .as('in_window')
  return db
    .select({
      ...collectionColumns(rules),
      volumeDrops: asDrops(windowVolume),
      previousVolumeDrops: asDrops(salesVolume(hours * 2, hours)),
    })
    .from(inWindow)
    .innerJoin(
      collections,
      and(eq(collections.issuer, inWindow.issuer), eq(collections.taxon, inWindow.taxon)),
    )
    .leftJoin(media, eq(media.cid, collections.thumbnailCid))
    .where(eq(collections.announced, true))
    .orderBy(desc(inWindow.volume), collections.id)
    .limit(limit)
}

export function queryCollectionOf(db: Reader, rules: MarketRules, issuer: string, taxon: number) {
  return selectCollections(db, rules)
    .where(and(eq(collections.issuer, issuer), eq(collections.taxon, taxon)))
    .limit(1)
}

/** Records a collection; an existing one (same issuer and taxon) is left as it is. */
export async function insertCollection(db: Executor, row: typeof collections.$inferInsert) {
  await db.insert(collections).values(row).onConflictDoNothing()
}
