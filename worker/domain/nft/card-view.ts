import type { CardRow } from '#db/queries/nft-cards.ts'
import type { Auction, NftCard } from '#worker/contract/nfts.ts'

function auctionOf(row: CardRow): Auction | null {
  if (row.auctionOfferId === null || row.auctionStartAmount === null || row.auctionEndsAt === null)
    return null
  return {
    offerIndex: row.auctionOfferId,
    startAmount: row.auctionStartAmount,
    endsAt: row.auctionEndsAt.toISOString(),
    topBid:
      row.topBidId === null || row.topBidOwner === null || row.topBidAmount === null
        ? null
        : {
            nft_offer_index: row.topBidId,
            owner: row.topBidOwner,
            destination: null,
            amount: row.topBidAmount,
            expiration: row.topBidExpiration,
            flags: 0,
            problem: null,
            broker: null,
          },
  }
}

/** Name of a token whose metadata has not been read (yet). */
export function fallbackName(sequence: number): string {
  return `NFT #${sequence}`
}

export function cardView(row: CardRow): NftCard {
  return {
    _id: row.id,
    nftokenID: row.id,
    name: row.name ?? fallbackName(row.sequence),
    image: row.metadata?.image ?? null,
    owner: row.owner,
    issuer: row.issuer,
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    collectionVerified: row.collectionVerified ?? false,
    rarity:
      row.rarityRank === null || row.rarityScore === null
        ? null
        : { rank: row.rarityRank, score: row.rarityScore },
    priceDrops: row.priceDrops?.toString() ?? null,
    auction: auctionOf(row),
  }
}
