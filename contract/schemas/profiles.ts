import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Amount } from './amounts.ts'
import { createClaimedSchema, createCamelCaseClaimedSchema } from './claims.ts'
import { linkNames } from '#contract/rules/link-names.ts'
import { Links } from './links.ts'
import { Media } from './media.ts'
import { FormFile } from '#contract/rules/media-files.ts'
import { nameProblem, readableText } from '#contract/rules/names.ts'
import { peopleField } from './people.ts'
import { CardMetadata, HistoryEntry, NFTokenID, Offer } from './nfts.ts'

export const maxDescription = 1000
export const maxName = 80

/** A picture of a profile, cropped by the browser. */
export const maxPictureBytes = 5 * 1024 * 1024

export const AccountQuery = v.object({ account: AccountAddress })

export const Profile = v.object({
  name: v.string(),
  description: v.string(),
  avatar: v.nullable(Media),
  background: v.nullable(Media),
  role: v.picklist(['Artist', 'User']),
  links: v.record(v.picklist(linkNames), v.optional(v.string())),
  /** Addresses, newest first; the first 1,000 of `followersCount`. */
  followers: v.array(AccountAddress),
  followersCount: v.number(),
})
export type Profile = v.InferOutput<typeof Profile>

export const ProfileReply = v.object({
  /** The classic address, even if the request used an X-address. */
  account: AccountAddress,
  /** Null if the account has none. */
  profile: v.nullable(Profile),
  /** Number of tokens that the account issued, including unsold on-demand items. */
  issuedCount: v.number(),
  ownedCount: v.number(),
  /** Number of issued tokens that are on the ledger. */
  mintedCount: v.number(),
  /** Owned tokens of verified collections, which can be staked. */
  verifiedCount: v.number(),
  /** True if the connected account follows this one; null if nobody is connected. */
  following: v.nullable(v.boolean()),
  /** Value of the account's tokens at the floor prices of their collections, in drops. */
  floorValueDrops: v.string(),
  /** The lowest price at which a work of the account's announced collections can be bought, in drops. */
  artistFloorDrops: v.nullable(v.string()),
  /** Null if the name looks like that of a verified artist. Then the address is shown. */
  ...peopleField,
})
export type ProfileReply = v.InferOutput<typeof ProfileReply>

/** A token that the account holds on the ledger, with its data from the index. */
export const AccountNft = v.object({
  nftokenID: NFTokenID,
  issuer: v.string(),
  nftokenTaxon: v.number(),
  name: v.string(),
  image: v.nullable(Media),
  /** Kind of the work's main file; null without a file. */
  kind: v.nullable(Media.entries.kind),
  metadata: CardMetadata,
  collectionId: v.nullable(v.string()),
  collectionName: v.nullable(v.string()),
  /** The floor of its collection, in drops. */
  floorDrops: v.nullable(v.string()),
  /** The cheapest listing that is open to everyone, in drops. */
  priceDrops: v.nullable(v.string()),
  /** A listing in another currency, if there is none in XRP. */
  issuedPrice: v.nullable(Amount),
  /** The end of the auction (ISO 8601). */
  auctionEndsAt: v.nullable(v.string()),
})
export type AccountNft = v.InferOutput<typeof AccountNft>

export const AccountNftsQuery = v.object({
  account: AccountAddress,
  marker: v.optional(v.pipe(v.string(), v.maxLength(300))),
})
export const AccountNftsReply = v.object({
  nfts: v.array(AccountNft),
  /** Null after the last page. */
  marker: v.nullable(v.string()),
  /** The ledger from which all pages of the list are read. */
  ledgerIndex: v.number(),
  ...peopleField,
})
export type AccountNftsReply = v.InferOutput<typeof AccountNftsReply>

export const AccountOffer = v.object({
  OfferID: Offer.entries.nft_offer_index,
  NFTokenID,
  /** 1 means a sell offer. */
  Flags: v.number(),
  Destination: v.nullable(v.string()),
  Amount,
  Owner: v.string(),
  Expiration: v.nullable(v.number()),
  problem: Offer.entries.problem,
  beforeChange: Offer.entries.beforeChange,
  name: v.string(),
  image: v.nullable(Media),
  /** True for a gift from an account that this one neither follows nor has traded with: often a scam. */
  unsolicited: v.boolean(),
  /** The floor of the work's collection, in drops. */
  floorDrops: v.nullable(v.string()),
  /** For a listing that everyone can buy, at the floor or below it: the lowest price of other owners, in drops. */
  otherFloorDrops: v.nullable(v.string()),
  /** True if the work is on auction. Then the prices of its sell offers cannot be changed. */
  onAuction: v.boolean(),
})
export type AccountOffer = v.InferOutput<typeof AccountOffer>

export const AccountOffersReply = v.object({
  offers_owned: v.array(AccountOffer),
  offers_for_own_nfts: v.array(
    v.object({
      NFTokenID,
      name: v.string(),
      image: v.nullable(Media),
      sell: v.array(AccountOffer),
      buy: v.array(AccountOffer),
    }),
  ),
  offers_as_destination: v.array(AccountOffer),
  ledgerIndex: v.number(),
  ...peopleField,
})
export type AccountOffersReply = v.InferOutput<typeof AccountOffersReply>

/** Maximum number of entries in a history, newest first. */
export const maxHistory = 200

export const AccountHistoryReply = v.array(
  v.object({ ...HistoryEntry.entries, name: v.string(), image: v.nullable(Media), ...peopleField }),
)

/** The balance in the validated ledger. Zero for an account that does not exist there. */
export const BalanceReply = v.object({
  balanceDrops: v.string(),
  /** The balance above the account's current reserve. */
  spendableDrops: v.string(),
})
export type BalanceReply = v.InferOutput<typeof BalanceReply>

/** True if the connected account may request verification. It must hold a token of the configured series. */
export const EligibilityReply = v.object({
  /** Null while the operator has configured no series. */
  eligible: v.nullable(v.boolean()),
  sentence: v.string(),
})
export type EligibilityReply = v.InferOutput<typeof EligibilityReply>

export const FollowBody = createClaimedSchema({
  followee: AccountAddress,
})
export const StatusReply = v.object({ status: v.literal('success'), data: v.string() })

const Picture = v.union([v.literal('none'), FormFile], () => t('Choose a picture.', { context: 'reply' }))

/** The multipart form of a profile. Unchanged pictures are sent as the text `none`. */
export const ProfileForm = createCamelCaseClaimedSchema({
  name: v.pipe(
    v.string(() => t('Give the profile a name.')),
    v.transform((name) => name.replace(/\s+/g, ' ').trim()),
    v.nonEmpty(() => t('Give the profile a name.')),
    v.maxLength(maxName, () => t('A name can have at most {most} characters.', { most: maxName })),
    v.check(
      (name) => nameProblem(name) === null,
      ({ input }) => nameProblem(input) ?? '',
    ),
  ),
  description: v.pipe(
    v.string(() => t('Write a description.')),
    v.transform(readableText),
    v.trim(),
    v.nonEmpty(() => t('Write a description.')),
    v.transform((text) => text.slice(0, maxDescription)),
  ),
  /** `true` means Artist. */
  role: v.pipe(
    v.optional(v.string(), 'true'),
    v.transform((text): 'Artist' | 'User' => (text === 'true' || text === 'Artist' ? 'Artist' : 'User')),
  ),
  links: Links,
  avatarFile: v.optional(Picture, 'none'),
  backgroundFile: v.optional(Picture, 'none'),
})
export type ProfileForm = v.InferOutput<typeof ProfileForm>
