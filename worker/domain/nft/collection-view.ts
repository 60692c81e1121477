import type { CollectionRow } from '#db/queries/collections.ts'
import type { CollectionInfo } from '#worker/contract/nfts.ts'

export function collectionView(row: CollectionRow): CollectionInfo {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    thumbnail:
      row.thumbnailCid === null
        ? null
        : {
            kind: 'image',
            src: `/media/ipfs/${row.thumbnailCid}`,
            contentType: row.thumbnailType,
            width: row.thumbnailWidth,
            height: row.thumbnailHeight,
            color: row.thumbnailColor,
          },
    issuer: row.issuer,
    taxon: row.taxon,
    royalty: Number(row.royaltyPercent),
    featured: row.featuredAt !== null,
    verified: row.verified,
    random: row.random,
    onDemandMint: row.onDemandMint,
    notAnnounced: !row.announced,
    mutableNFTs: row.mutableNfts,
    links: row.links,
    floorPriceDrops: row.floorDrops?.toString() ?? null,
    itemsCount: row.items,
    mintCount: row.items,
    volumeDrops: row.volumeDrops.toString(),
  }
}
