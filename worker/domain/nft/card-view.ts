import { fallbackName } from '#contract/rules/unrevealed.ts'
import type { CardRow } from '#db/queries/nft/cards.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { DemandItemRow } from '#db/queries/demand/items.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { Auction, DemandCard, NftCard } from '#contract/schemas/nfts.ts'
import { workFiles } from '#contract/rules/media.ts'
import { cleanName } from '#contract/rules/names.ts'
import { unrevealedName } from '#contract/rules/unrevealed.ts'
import { identifyToken, tokenFlags } from '#worker/ledger/token-id.ts'

function auctionOf(row: CardRow): Auction | null {
  if (row.auctionOfferId === null || row.auctionStartAmount === null || row.auctionEndsAt === null)
    return null
  return {
    offerIndex: row.auctionOfferId,
    startAmount: row.auctionStartAmount,
    endsAt: row.auctionEndsAt.toISOString(),
    extends: row.auctionLatestEnd !== null,
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
            beforeChange: false,
          },
  }
}

/** Returns the stored name of a profile, cleaned like every displayed name. */
export const artistOf = (name: string | null) => (name === null ? null : cleanName(name))

/** Returns name and picture of a card. */
export function nameAndPicture(
  name: string,
  image: Media | null,
): Pick<NftCard, 'name' | 'image' | 'metadata'> {
  return { name, image, metadata: { name, image: image?.src ?? null, image_url: image?.src ?? null } }
}

export function cardView(row: CardRow): NftCard {
  const priceDrops = row.priceDrops?.toString() ?? null
  const auction = auctionOf(row)
  return {
    _id: row.id,
    nftokenID: row.id,
    ...nameAndPicture(row.name ?? fallbackName(row.sequence), row.image),
    kind: row.kind,
    flags: tokenFlags(row.flags),
    owner: row.owner,
    issuer: row.issuer,
    artist: artistOf(row.artist),
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    collectionVerified: row.collectionVerified ?? false,
    rarity:
      row.rarityRank === null || row.rarityScore === null
        ? null
        : { rank: row.rarityRank, score: row.rarityScore },
    priceDrops,
    issuedPrice: row.issuedPrice,
    auction,
    onAuction: auction,
    floorPrice: priceDrops,
    sequence: row.sequence,
    nftokenTaxon: identifyToken(row.id).taxon,
    onDemandMint: false,
    demandPrice: null,
    lastSale: row.lastSale,
  }
}

interface ItemRow {
  item: DemandItemRow
  artist: string | null
  collectionName: string
  collectionVerified: boolean
}

/** Returns the card of an on-demand item in the list of a collection's tokens. */
export function demandCardView({ item, artist, collectionName, collectionVerified }: ItemRow): DemandCard {
  const price =
    item.state === 'for_sale' && item.priceDrops !== null
      ? amountOfDrops(item.priceDrops, item.currency)
      : null
  const priceDrops = typeof price === 'string' ? price : null
  return {
    _id: item.id,
    nftokenID: null,
    ...(item.hidden ? nameAndPicture(unrevealedName, null) : nameAndPicture(item.name, item.metadata.image)),
    kind: item.hidden ? null : (workFiles(item.metadata)[0]?.kind ?? null),
    flags: tokenFlags(item.flags),
    owner: item.issuer,
    issuer: item.issuer,
    artist: artistOf(artist),
    collectionId: item.collectionId,
    collectionName,
    collectionVerified,
    rarity: null,
    priceDrops,
    issuedPrice: typeof price === 'string' ? null : price,
    auction: null,
    onAuction: null,
    floorPrice: priceDrops,
    sequence: null,
    nftokenTaxon: item.taxon,
    onDemandMint: true,
    demandPrice: priceDrops,
    lastSale: null,
  }
}
