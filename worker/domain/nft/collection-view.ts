import { mediaKind } from '#worker/contract/media-files.ts'
import { dropsToUsd } from '#worker/contract/prices.ts'
import type { CollectionRow } from '#db/queries/collections.ts'
import type { CollectionInfo, TrendingCollection } from '#worker/contract/collection-info.ts'

function volumeOf(drops: bigint, usd: string | null) {
  const dollars = usd === null ? null : dropsToUsd(drops, usd)
  return { volumeDrops: drops.toString(), volumeUsd: dollars, volume: dollars }
}

function lastSaleOf({ lastSaleDrops, lastSaleNft, lastSaleAt }: CollectionRow['collection']) {
  if (lastSaleDrops === null || lastSaleNft === null || lastSaleAt === null) return null
  return { drops: lastSaleDrops.toString(), nft: lastSaleNft, at: lastSaleAt.toISOString() }
}

export function collectionView({ collection, ...row }: CollectionRow): CollectionInfo {
  return {
    _id: collection.id,
    name: collection.name,
    description: collection.description,
    thumbnail:
      collection.thumbnailCid === null
        ? null
        : {
            kind: mediaKind(row.thumbnailType ?? 'image/jpeg'),
            src: `/media/ipfs/${collection.thumbnailCid}`,
            contentType: row.thumbnailType,
            width: row.thumbnailWidth,
            height: row.thumbnailHeight,
            color: row.thumbnailColor,
          },
    issuer: collection.issuer,
    taxon: collection.taxon,
    royalty: Number(collection.royaltyPercent),
    featured: collection.featuredAt !== null,
    verified: collection.verified,
    random: collection.random,
    onDemandMint: collection.onDemandMint,
    notAnnounced: !collection.announced,
    mutableNFTs: collection.mutableNfts,
    links: collection.links,
    promoCodeEnabled: row.promoCodeEnabled,
    whitelistEnabled: row.whitelistEnabled,
    blacklistEnabled: row.blacklistEnabled,
    floorPrice: collection.floorDrops?.toString() ?? null,
    floorPriceDrops: collection.floorDrops?.toString() ?? null,
    itemsCount: collection.itemsCount,
    mintCount: collection.mintedCount,
    ownersCount: collection.ownersCount,
    listedCount: collection.listedCount,
    xrpUsd: row.xrpUsd,
    ...volumeOf(collection.volumeDayDrops, row.xrpUsd),
    volumeWeekDrops: collection.volumeWeekDrops.toString(),
    volumeAllDrops: collection.volumeAllDrops.toString(),
    salesCount: collection.salesCount,
    bestOfferDrops: collection.bestOfferDrops?.toString() ?? null,
    bestOfferNft: collection.bestOfferNft,
    lastSale: lastSaleOf(collection),
    markedSales: collection.markedSales,
    markedAllDrops: collection.markedAllDrops.toString(),
  }
}

/**
 * A collection in a trending list: its volume is that of the list's window, together with the previous window. With `marked`, sales
 * that look like wash trades are counted, too.
 */
export function trendingView(row: CollectionRow, days: 1 | 7, marked: boolean): TrendingCollection {
  const { volumeDayDrops, volumeDayBeforeDrops, volumeWeekDrops, volumeWeekBeforeDrops } = row.collection
  const { markedDayDrops, markedWeekDrops } = row.collection
  const [volume, before, left] =
    days === 1
      ? [volumeDayDrops, volumeDayBeforeDrops, markedDayDrops]
      : [volumeWeekDrops, volumeWeekBeforeDrops, markedWeekDrops]
  return {
    ...collectionView(row),
    ...volumeOf(marked ? volume + left : volume, row.xrpUsd),
    previousVolumeDrops: before.toString(),
  }
}
