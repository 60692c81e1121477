import * as v from 'valibot'
import { MetadataProblem } from './metadata-problem.ts'
import { Amount } from './amounts.ts'
import { createCamelCaseClaimedSchema } from './claims.ts'
import { CollectionInfo } from './collection-info.ts'
import { Media } from './media.ts'
import { peopleField } from './people.ts'
import { XrpPrice } from './prices.ts'
import { SplitPayee } from './splits.ts'

export const NFTokenID = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[0-9A-F]{64}$/, 'An NFTokenID has 64 hexadecimal digits.'),
)
export const OfferIndex = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[0-9A-F]{64}$/, 'An offer index has 64 hexadecimal digits.'),
)
export const TransactionHash = v.pipe(v.string(), v.regex(/^[0-9A-F]{64}$/))

export const NFTokenFlags = v.object({
  burnable: v.boolean(),
  onlyXRP: v.boolean(),
  trustLine: v.boolean(),
  transferable: v.boolean(),
  mutable: v.boolean(),
})

export const Attribute = v.object({ trait_type: v.string(), value: v.string() })
export type Attribute = v.InferOutput<typeof Attribute>

/**
 * Version of the metadata reader. Raise it when the reader supports new forms: works read by an older version are read
 * again. A migration makes the works that the older version refused pending.
 */
export const metadataReader = 3

/** Parsed metadata. `worker/ledger/token-metadata.ts` converts XLS-24 and its older variants to this form. */
export const TokenMetadata = v.object({
  name: v.string(),
  description: v.string(),
  image: v.nullable(Media),
  animation: v.nullable(Media),
  attachment: v.nullable(Media),
  /** Further files that the metadata names, for example in `properties.files`. */
  files: v.array(Media),
  attributes: v.array(Attribute),
  /** The number of traits beyond the limit, which are omitted. */
  moreAttributes: v.number(),
  collection: v.nullable(v.string()),
  /** True if the name looks like the name of a verified artist or collection that the work does not belong to. */
  imitatesVerified: v.optional(v.boolean()),
  /** True if the metadata marks the work as adult content (`is_explicit`). */
  explicit: v.boolean(),
})
export type TokenMetadata = v.InferOutput<typeof TokenMetadata>

/** Metadata in replies, with plain addresses for clients that do not use sizes and placeholder colors. */
export const NftMetadata = v.object({
  ...TokenMetadata.entries,
  /** Addresses of the pictures, the same as `src` of the files below. */
  image: v.nullable(v.string()),
  image_url: v.nullable(v.string()),
  animation: v.nullable(v.string()),
  /** The animation if it is a video. */
  video: v.nullable(v.string()),
  imageFile: v.nullable(Media),
  animationFile: v.nullable(Media),
  /** `type` is the attachment's `kind`, `file` its `src`. */
  attachment: v.nullable(v.object({ ...Media.entries, type: Media.entries.kind, file: v.string() })),
})
export type NftMetadata = v.InferOutput<typeof NftMetadata>

/** The metadata of a card; `GET api/nft` returns all of it. */
export const CardMetadata = v.object({
  name: v.string(),
  image: v.nullable(v.string()),
  image_url: v.nullable(v.string()),
})

/** Reason why an offer cannot be accepted now; `null` in `Offer.problem` means that it can be accepted. */
export const OfferProblem = v.picklist([
  'expired',
  'seller_not_owner',
  'buyer_unfunded',
  'buyer_owns_it',
  /** Addressed to the marketplace, and only the issuer can make an offer for the work. */
  'not_transferable',
  /** Addressed to the marketplace, but the owner's account refuses offers of NFTs. */
  'seller_refuses_offers',
  /** Addressed to the marketplace in a currency that it does not broker. */
  'currency_not_brokered',
  /** The offer is addressed to the broker of another marketplace (`Offer.broker`) and cannot be bought here. */
  'other_marketplace',
  /**
   * Reasons for offers in issued currencies: no trust line, frozen, not authorized by the issuer, or the royalty cannot be
   * received.
   */
  'no_line',
  'frozen',
  'not_authorised',
  'royalty_no_line',
])
export type OfferProblem = v.InferOutput<typeof OfferProblem>

export const Offer = v.object({
  nft_offer_index: OfferIndex,
  owner: v.string(),
  destination: v.nullable(v.string()),
  amount: Amount,
  /** Seconds of the Ripple epoch (from 2000-01-01). */
  expiration: v.nullable(v.number()),
  flags: v.number(),
  problem: v.nullable(OfferProblem),
  /** Name of the marketplace whose broker the offer is addressed to. */
  broker: v.nullable(v.string()),
  /** True for a bid that is older than the latest change of the work (NFTokenModify). */
  beforeChange: v.boolean(),
})
export type Offer = v.InferOutput<typeof Offer>

export const HistoryType = v.picklist([
  'mint',
  'sale',
  'transfer',
  'burn',
  'modify',
  'sell_offer',
  'buy_offer',
  'offer_cancelled',
])
export type HistoryType = v.InferOutput<typeof HistoryType>

export const HistoryEntry = v.object({
  type: HistoryType,
  seller: v.nullable(v.string()),
  buyer: v.nullable(v.string()),
  amount: v.nullable(Amount),
  /** Close time of the ledger, in ISO 8601. */
  date: v.string(),
  txid: TransactionHash,
  ledgerIndex: v.number(),
  nft: NFTokenID,
  /** True if the offer is a step of a sale. Only the sale is an event, and a failed sale is not an event. */
  step: v.boolean(),
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

/** An event of one token. */
export const NftHistoryEntry = v.object({
  ...HistoryEntry.entries,
  /** Payments in the Batch that the event was part of (XLS-56): a fee to the marketplace, a payout to the artist. */
  payments: v.array(
    v.object({ txid: TransactionHash, account: v.string(), destination: v.string(), amount: Amount }),
  ),
})
export type NftHistoryEntry = v.InferOutput<typeof NftHistoryEntry>

export const Rarity = v.object({ rank: v.number(), score: v.number() })

export const Auction = v.object({
  offerIndex: OfferIndex,
  startAmount: Amount,
  topBid: v.nullable(Offer),
  /** The offer's expiration less 43200 seconds, or later if bids have moved it, in ISO 8601. */
  endsAt: v.string(),
  /** True if a bid in the last five minutes moves the end by five minutes. */
  extends: v.boolean(),
})
export type Auction = v.InferOutput<typeof Auction>

/** The id of an on-demand item in our database: it has no NFTokenID before it is minted. */
export const NftDatabaseID = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.uuid('This is not the id of an item.'),
)

/** An item that is minted on purchase, or was minted for a buyer who did not pay. */
export const OnDemand = v.object({
  nftDatabaseID: v.string(),
  /** In drops; null if the item is not for sale, or if its price is not in XRP. */
  priceDrops: v.nullable(v.string()),
  /** The price in its currency; null while it is not for sale. */
  price: v.nullable(Amount),
  /** True if the item is in a random collection: it is sold by a draw, and hidden until then. */
  hidden: v.boolean(),
  /** True if the item is reserved for a buyer who is about to pay. */
  reserved: v.boolean(),
  /** Payees who share the artist's part of the price; empty if the artist gets all of it. */
  payees: v.array(SplitPayee),
})
export type OnDemand = v.InferOutput<typeof OnDemand>

export const NftCard = v.object({
  _id: v.string(),
  nftokenID: NFTokenID,
  name: v.string(),
  image: v.nullable(Media),
  /** Kind of the work's main file, for example a sound with a picture. Null without a file. */
  kind: v.nullable(Media.entries.kind),
  metadata: CardMetadata,
  flags: NFTokenFlags,
  owner: v.string(),
  issuer: v.string(),
  /** The name of the issuer's profile; null without one. */
  artist: v.nullable(v.string()),
  collectionId: v.nullable(v.string()),
  collectionName: v.nullable(v.string()),
  collectionVerified: v.boolean(),
  rarity: v.nullable(Rarity),
  /** Cheapest listing that anyone can buy through the marketplace, in drops. */
  priceDrops: v.nullable(v.string()),
  /** The cheapest listing in an issued currency, for a token without a price in XRP. */
  issuedPrice: v.nullable(Amount),
  auction: v.nullable(Auction),
  /** The same auction under the name that `GET api/nft` uses. */
  onAuction: v.nullable(Auction),
  floorPrice: v.nullable(v.string()),
  sequence: v.nullable(v.number()),
  nftokenTaxon: v.number(),
  /** True if the work is minted on purchase, at `demandPrice` in drops. */
  onDemandMint: v.boolean(),
  demandPrice: v.nullable(v.string()),
  /** Price of the latest sale. */
  lastSale: v.nullable(Amount),
  /** The artist's name, for featured works. */
  ...peopleField,
})
export type NftCard = v.InferOutput<typeof NftCard>

/** The card of an on-demand item; `_id` is its nftDatabaseID. */
export const DemandCard = v.object({ ...NftCard.entries, nftokenID: v.null() })
export type DemandCard = v.InferOutput<typeof DemandCard>

const TraitCount = v.object({
  trait: v.string(),
  value: v.string(),
  tokens: v.number(),
  /** The number of ranked tokens: those with metadata. */
  items: v.number(),
})

export const Nft = v.object({
  _id: v.string(),
  nftokenID: NFTokenID,
  owner: v.string(),
  issuer: v.string(),
  sequence: v.number(),
  nftokenTaxon: v.number(),
  nft_taxon: v.number(),
  /** The fee in units of 1/100,000 (5000 = 5 %). */
  transferFee: v.number(),
  flags: NFTokenFlags,
  uri: v.nullable(v.string()),
  metadata: v.nullable(NftMetadata),
  /** `pending` while the metadata is still being fetched. */
  metadataState: v.picklist(['none', 'pending', 'ready', 'failed']),
  /** Reason why the metadata could not be read at the latest try; `message` is in English. */
  metadataProblem: v.nullable(v.object({ ...MetadataProblem.entries, message: v.string() })),
  /** Time of the next try to read the metadata, in ISO 8601; null if there is none. */
  metadataNextTry: v.nullable(v.string()),
  /** True if `retryMetadata` can succeed because the address can be fetched. */
  metadataCanRetry: v.boolean(),
  /** A link to the metadata: on our media route, or the URL of another server. */
  metadataLink: v.nullable(v.string()),
  /** True if the work is currently sold by on-demand mint. */
  onDemandMint: v.boolean(),
  /** The on-demand price, in drops. */
  demandPrice: v.nullable(v.string()),
  /** The price of this work before the fee, in drops: its cheapest listing open to everyone, or the on-demand price. */
  floorPrice: v.nullable(v.string()),
  demand: v.nullable(OnDemand),
  onAuction: v.nullable(Auction),
  rarity: v.nullable(Rarity),
  /** Number of tokens in the collection with each trait of this one; empty until counted. */
  traitCounts: v.array(TraitCount),
  /** The collection, as displayed beside the work. */
  collectionInfo: v.nullable(CollectionInfo),
  burned: v.boolean(),
  sellOffers: v.array(Offer),
  buyOffers: v.array(Offer),
  history: v.array(NftHistoryEntry),
})
export type Nft = v.InferOutput<typeof Nft>

export const NftReply = v.object({
  nft: Nft,
  collection: v.nullable(CollectionInfo),
  /** The price of XRP, so that prices can be shown in dollars, too; null while it is unknown. */
  xrpPrice: v.nullable(XrpPrice),
  /** The ledger that this state belongs to. */
  ledgerIndex: v.number(),
  ...peopleField,
})
export type NftReply = v.InferOutput<typeof NftReply>

/**
 * An unsold on-demand item: an NFT without NFTokenID, sequence, offers and history. The metadata of a hidden item
 * reveals nothing about it.
 */
export const DemandNft = v.object({
  ...Nft.entries,
  nftokenID: v.null(),
  sequence: v.null(),
  metadata: NftMetadata,
  onDemandMint: v.literal(true),
  demand: OnDemand,
})
export type DemandNft = v.InferOutput<typeof DemandNft>

export const DemandReply = v.object({
  nft: DemandNft,
  collection: v.nullable(CollectionInfo),
  xrpPrice: v.nullable(XrpPrice),
  ledgerIndex: v.number(),
  ...peopleField,
})
export type DemandReply = v.InferOutput<typeof DemandReply>

/** Reports a work as adult content. */
export const ReportContentBody = createCamelCaseClaimedSchema({ id: NFTokenID })
export const DecideContentBody = createCamelCaseClaimedSchema({ id: NFTokenID, adult: v.boolean() })

/** The section below a work: prices of its traits, and related works. */
export const RelatedReply = v.object({
  /**
   * The lowest price in XRP at which a work of the collection with this trait can be bought; null if none of the cheapest
   * works has the trait.
   */
  traitFloors: v.array(
    v.object({ trait: v.string(), value: v.string(), floorDrops: v.nullable(v.string()) }),
  ),
  /** Available works of the same collection, cheapest first. */
  collection: v.array(NftCard),
  /** Works of the same issuer in other collections. */
  artist: v.array(NftCard),
})
export type RelatedReply = v.InferOutput<typeof RelatedReply>
