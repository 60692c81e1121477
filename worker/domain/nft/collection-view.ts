import { mediaKind } from '#contract/rules/media-files.ts'
import { dropsToUsd } from '#contract/rules/prices.ts'
import type { CollectionRow } from '#db/queries/collection/collections.ts'
import { artistOf } from './card-view.ts'
import type { CollectionInfo, TrendingCollection } from '#contract/schemas/collection-info.ts'

type Row = CollectionRow['collection']

const textOf = (drops: bigint | null) => drops?.toString() ?? null

function volumeOf(drops: bigint, usd: string | null) {
  const dollars = usd === null ? null : dropsToUsd(drops, usd)
  return { volumeDrops: drops.toString(), volumeUsd: dollars, volume: dollars }
}

function lastSaleOf({ lastSaleDrops, lastSaleNft, lastSaleAt }: Row) {
  if (lastSaleDrops === null || lastSaleNft === null || lastSaleAt === null) return null
  return { drops: lastSaleDrops.toString(), nft: lastSaleNft, at: lastSaleAt.toISOString() }
}

export function collectionView({ collection }: CollectionRow): CollectionInfo {
  return {
    _id: collection.id,
    name: collection.name,
    description: collection.description,
    thumbnail:
      collection.thumbnailCid === null
        ? null
        : {
            kind: mediaKind(collection.thumbnailType ?? 'image/jpeg'),
            src: `/media/ipfs/${collection.thumbnailCid}`,
            contentType: collection.thumbnailType,
            width: collection.thumbnailWidth,
            height: collection.thumbnailHeight,
            color: collection.thumbnailColor,
          },
    issuer: collection.issuer,
    artist: artistOf(collection.artist),
    taxon: collection.taxon,
    royalty: Number(collection.royaltyPercent),
    featured: collection.featured,
    verified: collection.verified,
    random: collection.random,
    onDemandMint: collection.onDemandMint,
    notAnnounced: !collection.announced,
    mutableNFTs: collection.mutableNfts,
    currency: collection.currency,
    links: collection.links,
    promoCodeEnabled: collection.promoCodeEnabled,
    whitelistEnabled: collection.whitelistEnabled,
    blacklistEnabled: collection.blacklistEnabled,
    floorPrice: textOf(collection.floorDrops),
    floorPriceDrops: textOf(collection.floorDrops),
    itemsCount: collection.itemsCount,
    mintCount: collection.mintedCount,
    ownersCount: collection.ownersCount,
    listedCount: collection.listedCount,
    xrpUsd: collection.xrpUsd,
    ...volumeOf(collection.volumeDayDrops, collection.xrpUsd),
    volumeWeekDrops: collection.volumeWeekDrops.toString(),
    volumeAllDrops: collection.volumeAllDrops.toString(),
    salesCount: collection.salesCount,
    bestOfferDrops: textOf(collection.bestOfferDrops),
    bestOfferNft: collection.bestOfferNft,
    lastSale: lastSaleOf(collection),
    markedSales: collection.markedSales,
    markedAllDrops: collection.markedAllDrops.toString(),
  }
}

/**
 * Returns a collection in a trending list: its volume in the list's window, and in the previous window. With
 * `isMarked`, the volumes include sales that look like wash trades.
 */
export function trendingView(row: CollectionRow, days: 1 | 7, isMarked: boolean): TrendingCollection {
  const { volumeDayDrops, volumeDayBeforeDrops, volumeWeekDrops, volumeWeekBeforeDrops } = row.collection
  const { markedDayDrops, markedWeekDrops, xrpUsd } = row.collection
  const [volume, before, leftCount] =
    days === 1
      ? [volumeDayDrops, volumeDayBeforeDrops, markedDayDrops]
      : [volumeWeekDrops, volumeWeekBeforeDrops, markedWeekDrops]
  return {
    ...collectionView(row),
    ...volumeOf(volume + (isMarked ? leftCount : 0n), xrpUsd),
    previousVolumeDrops: before.toString(),
  }
}
