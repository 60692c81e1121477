import * as v from 'valibot'
import { linkNames } from '#contract/rules/link-names.ts'
import { Currency } from './amounts.ts'
import { Media } from './media.ts'
import { peopleField } from './people.ts'
import { Split } from './splits.ts'

/** The public data of a collection. */
export const CollectionInfo = v.object({
  _id: v.string(),
  name: v.string(),
  description: v.string(),
  thumbnail: v.nullable(Media),
  issuer: v.string(),
  /** The name of the issuer's profile; null without one. */
  artist: v.nullable(v.string()),
  taxon: v.number(),
  royalty: v.number(),
  featured: v.boolean(),
  verified: v.boolean(),
  random: v.boolean(),
  onDemandMint: v.boolean(),
  notAnnounced: v.boolean(),
  mutableNFTs: v.boolean(),
  /** The currency of works that are minted on demand, and of editions; null for XRP. */
  currency: v.nullable(Currency),
  links: v.record(v.picklist(linkNames), v.optional(v.string())),
  /** Rules that the issuer has enabled; their contents are in the private details. */
  promoCodeEnabled: v.boolean(),
  whitelistEnabled: v.boolean(),
  blacklistEnabled: v.boolean(),
  /** The price in drops; `floorPriceDrops` is the same. */
  floorPrice: v.nullable(v.string()),
  floorPriceDrops: v.nullable(v.string()),
  itemsCount: v.number(),
  mintCount: v.number(),
  ownersCount: v.number(),
  listedCount: v.number(),
  /** Amount that buyers paid in the last 24 hours. */
  volumeDrops: v.string(),
  /** The same in dollars at the latest price of XRP, to the cent; null while the price is unknown. */
  volumeUsd: v.nullable(v.string()),
  /** Price of one XRP in dollars; null while unknown. */
  xrpUsd: v.nullable(v.string()),
  /** Same as `volumeUsd`. */
  volume: v.nullable(v.string()),
  /** Amounts that buyers paid in the last 7 days, and since the index began. */
  volumeWeekDrops: v.string(),
  volumeAllDrops: v.string(),
  /** Sales in XRP since the index began. */
  salesCount: v.number(),
  /** The highest bid in XRP that an owner can accept, and the work that the bid is for. */
  bestOfferDrops: v.nullable(v.string()),
  bestOfferNft: v.nullable(v.string()),
  lastSale: v.nullable(v.object({ drops: v.string(), nft: v.string(), at: v.string() })),
  /** Number and volume of sales that look like wash trades. The figures above exclude them. */
  markedSales: v.number(),
  markedAllDrops: v.string(),
})
export type CollectionInfo = v.InferOutput<typeof CollectionInfo>

/** A collection with the name of its issuer. */
export const NamedCollection = v.object({ ...CollectionInfo.entries, ...peopleField })
export type NamedCollection = v.InferOutput<typeof NamedCollection>

/** One collection, with the names of its issuer and payees. */
export const CollectionReply = v.object({
  ...NamedCollection.entries,
  /** Null if the issuer alone gets the revenue of works that are minted on demand. */
  split: v.nullable(Split),
})
export type CollectionReply = v.InferOutput<typeof CollectionReply>

export const TrendingCollection = v.object({
  ...CollectionInfo.entries,
  /** Volume of the previous window, to show the change. */
  previousVolumeDrops: v.string(),
})
export type TrendingCollection = v.InferOutput<typeof TrendingCollection>
