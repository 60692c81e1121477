import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { CurrencyText } from './amounts.ts'
import { createClaimedSchema, createCamelCaseClaimedSchema } from './claims.ts'
import { Links } from './links.ts'
import { CollectionId } from './lists.ts'
import { Cid, FormFile } from '#contract/rules/media-files.ts'
import { RoyaltyPercent, Switch, Taxon } from './minting.ts'
import { NFTokenID } from './nfts.ts'
import { nameProblem, readableText } from '#contract/rules/names.ts'
import { CollectionInfo } from './collection-info.ts'

export const maxCollectionName = 80
export const maxCollectionDescription = 1000
export const minPromoLetters = 8
const maxPromoLetters = 100

const fields = {
  name: v.pipe(
    v.string(() => t('Give the collection a name.')),
    v.transform((name) => name.replace(/\s+/g, ' ').trim()),
    v.nonEmpty(() => t('Give the collection a name.')),
    v.maxLength(maxCollectionName, () =>
      t('A name can have at most {most} characters.', { most: maxCollectionName }),
    ),
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
    v.maxLength(maxCollectionDescription, () => t('A description can have at most 1000 characters.')),
  ),
  random: v.optional(Switch, 'false'),
  royalty: RoyaltyPercent,
  links: Links,
  onDemandMint: v.optional(Switch, 'false'),
  mutableNFTs: v.optional(Switch, 'false'),
  /** The currency of works that are minted on demand, as JSON; absent for XRP. */
  currency: v.optional(CurrencyText),
  promoCodeEnabled: v.optional(Switch, 'false'),
  promoCode: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(maxPromoLetters, () => t('A promo code can have at most 100 characters.')),
    ),
    '',
  ),
}
const File = v.union([v.literal('none'), FormFile], () => t('Choose a picture.', { context: 'reply' }))

/** Returns the problem with a promo code as a sentence, or null if the code is valid. */
export function promoProblem(promo: { promoCodeEnabled: boolean; promoCode: string }): string | null {
  if (!promo.promoCodeEnabled || [...promo.promoCode.trim()].length >= minPromoLetters) return null
  return t('A promo code must have at least {least} characters.', { least: minPromoLetters })
}

/** The picture is part of the form, or is named by the CID of an upload. */
export const AddCollectionForm = createCamelCaseClaimedSchema({
  ...fields,
  thumbnailFile: v.optional(FormFile),
  thumbnailCid: v.optional(Cid),
  taxon: Taxon,
  /** True to show the collection before anything can be bought. */
  preAnnounce: v.optional(Switch, 'false'),
})
export type AddCollectionForm = v.InferOutput<typeof AddCollectionForm>

/** An unchanged picture is sent as the text `none`, or not at all. */
export const EditCollectionForm = createCamelCaseClaimedSchema({
  ...fields,
  collectionID: CollectionId,
  thumbnailFile: v.optional(File, 'none'),
  thumbnailCid: v.optional(Cid),
  /** True announces the collection, which cannot be undone. */
  announce: v.optional(Switch, 'false'),
})
export type EditCollectionForm = v.InferOutput<typeof EditCollectionForm>

/** `data` is the id of the collection. */
export const CollectionSavedReply = v.object({ status: v.literal('success'), data: v.string() })

export const CollectionBody = createCamelCaseClaimedSchema({
  collectionID: CollectionId,
})
export type CollectionBody = v.InferOutput<typeof CollectionBody>

/** Only for the issuer: includes the promo code and both lists. */
export const PrivateCollection = v.object({
  ...CollectionInfo.entries,
  promoCode: v.nullable(v.string()),
  whitelist: v.record(v.string(), v.number()),
  blackList: v.array(v.string()),
})
export type PrivateCollection = v.InferOutput<typeof PrivateCollection>

export const WhitelistBody = v.object({
  ...CollectionBody.entries,
  /** Lines of `address:number`, or a map of them. */
  whitelist: v.union([v.string(), v.record(v.string(), v.number())]),
  whitelistEnabled: v.optional(v.boolean()),
})
export type WhitelistBody = v.InferOutput<typeof WhitelistBody>

export const BlacklistBody = v.object({
  ...CollectionBody.entries,
  /** One address per line, or a list of them. */
  blackList: v.union([v.string(), v.array(v.string())]),
  blacklistEnabled: v.optional(v.boolean()),
})
export type BlacklistBody = v.InferOutput<typeof BlacklistBody>

export const ListSavedReply = v.object({
  status: v.literal('success'),
  data: v.string(),
  kept: v.number(),
  /** Ignored lines, with the reasons. */
  dropped: v.array(v.object({ line: v.number(), text: v.string(), reason: v.string() })),
})
export type ListSavedReply = v.InferOutput<typeof ListSavedReply>

export const CancelOffersReply = v.object({
  status: v.literal('success'),
  data: v.string(),
  /** Offers that the marketplace cancels. */
  cancelling: v.number(),
  /** Offers that only the issuer can cancel, by a signature. */
  toSign: v.array(v.string()),
  /** Number of further offers that need a signature but do not fit into one transaction. The next call names them. */
  later: v.number(),
})
export type CancelOffersReply = v.InferOutput<typeof CancelOffersReply>

export const PromoBody = v.object({
  collectionID: CollectionId,
  /**
   * The schema accepts an empty code, because the operation refuses it with the exact sentence of the specification.
   */
  promoCode: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.maxLength(maxPromoLetters, () => t('Invalid promo code')),
  ),
})

export const VerifyCollectionBody = createCamelCaseClaimedSchema({
  collectionID: CollectionId,
  verification: v.boolean(),
})
export const FeatureCollectionBody = createCamelCaseClaimedSchema({
  collectionID: CollectionId,
  featured: v.boolean(),
})
export const FeatureNftBody = createCamelCaseClaimedSchema({
  nftokenID: NFTokenID,
  featured: v.boolean(),
})

export const MinterReply = v.object({
  /** True if the marketplace may mint for the connected account. */
  authorized: v.boolean(),
  /** Another authorized minter that would be replaced; null if there is none. */
  other: v.nullable(v.string()),
})
export type MinterReply = v.InferOutput<typeof MinterReply>

export const AuthorizeMinterBody = createClaimedSchema({})
