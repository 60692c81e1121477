import { mediaKind } from '#worker/contract/media-files.ts'
import { dropsToUsd } from '#worker/contract/prices.ts'
import type { CollectionRow } from '#db/queries/collections.ts'
import type { CollectionInfo, TrendingCollection } from '#worker/contract/collection-info.ts'

const inDollars = (drops: bigint, usd: string | null) => (usd === null ? null : dropsToUsd(drops, usd))

export function collectionView({ collection, ...thumbnail }: CollectionRow): CollectionInfo {
  return {
    _id: collection.id,
    name: collection.name,
    description: collection.description,
    thumbnail:
      collection.thumbnailCid === null
        ? null
        : {
            kind: mediaKind(thumbnail.thumbnailType ?? 'image/jpeg'),
            src: `/media/ipfs/${collection.thumbnailCid}`,
            contentType: thumbnail.thumbnailType,
            width: thumbnail.thumbnailWidth,
            height: thumbnail.thumbnailHeight,
            color: thumbnail.thumbnailColor,
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
    floorPriceDrops: collection.floorDrops?.toString() ?? null,
    itemsCount: collection.itemsCount,
    mintCount: collection.mintedCount,
    ownersCount: collection.ownersCount,
    listedCount: collection.listedCount,
    volumeDrops: collection.volumeDayDrops.toString(),
    volumeUsd: inDollars(collection.volumeDayDrops, thumbnail.xrpUsd),
  }
}

/** A collection in a trending list: its volume is that of the list's window, with the window before beside it. */
export function trendingView(row: CollectionRow, days: 1 | 7): TrendingCollection {
  const { volumeDayDrops, volumeDayBeforeDrops, volumeWeekDrops, volumeWeekBeforeDrops } = row.collection
  const [volume, before] =
    days === 1 ? [volumeDayDrops, volumeDayBeforeDrops] : [volumeWeekDrops, volumeWeekBeforeDrops]
  return {
    ...collectionView(row),
    volumeDrops: volume.toString(),
    volumeUsd: inDollars(volume, row.xrpUsd),
    previousVolumeDrops: before.toString(),
  }
}
