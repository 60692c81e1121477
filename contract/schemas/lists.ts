import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Drops } from './amounts.ts'
import {
  activityKindNames,
  canChooseTraits,
  collectionSortNames,
  itemStatusNames,
  nftSortNames,
  traitLimit,
} from '#contract/rules/list-addresses.ts'
import { Amount } from './amounts.ts'
import { DemandCard, HistoryEntry, NftCard, TransactionHash } from './nfts.ts'
import { CollectionInfo } from './collection-info.ts'
import { peopleField } from './people.ts'

/** `true` and `false` in a query string. */
export const Flag = v.optional(
  v.pipe(
    v.picklist(['true', 'false'], 'Give true or false.'),
    v.transform((text) => text === 'true'),
  ),
)
const Count = v.optional(
  v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/, 'Give a whole number.'), v.transform(Number)),
)

/**
 * The position of the next page: `marker` is the number of entries returned so far (-1 after the last page); `after` is
 * an opaque token that makes page 5,000 as cheap as page 1. A caller that sends only the marker gets the same page, but
 * more slowly.
 */
export const page = {
  marker: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(-1|[0-9]{1,9})$/, 'Give the marker of the last reply.'),
      v.transform(Number),
    ),
  ),
  after: v.optional(v.pipe(v.string(), v.maxLength(300))),
}
export const next = { marker: v.number(), after: v.nullable(v.string()) }

export const CollectionSort = v.picklist(collectionSortNames)
export type CollectionSort = v.InferOutput<typeof CollectionSort>

export const CollectionListQuery = v.object({
  ...page,
  sort: v.optional(CollectionSort, 'volume_dec'),
  /** Part of the name to search for. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  announced: Flag,
  featured: Flag,
  verified: Flag,
  random: Flag,
  issuer: v.optional(AccountAddress),
  taxon: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]{1,10}$/, () => t('A taxon must be a whole number.')),
      v.transform(Number),
    ),
  ),
  price_min: v.optional(Drops),
  price_max: v.optional(Drops),
  items_min: Count,
  items_max: Count,
})
export type CollectionListQuery = v.InferOutput<typeof CollectionListQuery>

/** A collection in the explorer. */
export const ListedCollection = v.object({
  ...CollectionInfo.entries,
  /** The floor in XRP at the end of the day before (UTC); null if there was none, or if it is unknown. */
  floorBeforeDrops: v.nullable(v.string()),
})
export type ListedCollection = v.InferOutput<typeof ListedCollection>

export const CollectionListReply = v.object({
  list: v.array(ListedCollection),
  /** The total number of entries. */
  count: v.number(),
  ...next,
})

export const NftSort = v.picklist(nftSortNames)
export type NftSort = v.InferOutput<typeof NftSort>

/** Traits to filter by, as `type:value` pairs. A token matches if, for every type, it has one of the values. */
const Traits = v.optional(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((value) => (Array.isArray(value) ? value : [value])),
    v.check(canChooseTraits, traitLimit),
  ),
)

export const CollectionId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,80}$/, 'This is not the id of a collection.'),
)

export const CollectionNftsQuery = v.object({
  id: CollectionId,
  ...page,
  sort: v.optional(NftSort, 'unset'),
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  owner: v.optional(AccountAddress),
  /**
   * `listed`: at a price that anyone can accept; `sale`: not held by the issuer or the marketplace and priced above 0.
   */
  status: v.optional(v.picklist(itemStatusNames)),
  buyable: Flag,
  mintable: Flag,
  auction: Flag,
  demand: Flag,
  burnable: Flag,
  transferable: Flag,
  onlyXRP: Flag,
  trustLine: Flag,
  price_min: v.optional(Drops),
  price_max: v.optional(Drops),
  trait: Traits,
})
export type CollectionNftsQuery = v.InferOutput<typeof CollectionNftsQuery>

/** The same filters as for the list; sort and page are ignored. */
export const FacetsQuery = v.object({ ...CollectionNftsQuery.entries })

/** Filtered lists are counted up to this number. */
export const mostCounted = 10_000

export const CollectionNftsReply = v.object({
  nfts: v.array(v.union([NftCard, DemandCard])),
  /** Number of matches. Filtered lists are counted up to 10,000; `atLeast` means that there are more. */
  count: v.number(),
  atLeast: v.boolean(),
  ...next,
  ...peopleField,
})

export const CollectionHistoryQuery = v.object({
  id: CollectionId,
  ...page,
  kind: v.optional(v.picklist(activityKindNames)),
})
export const CollectionHistoryEntry = v.object({
  ...HistoryEntry.entries,
  name: v.string(),
  image: NftCard.entries.image,
})
export type CollectionHistoryEntry = v.InferOutput<typeof CollectionHistoryEntry>
export const CollectionHistoryReply = v.object({
  history: v.array(CollectionHistoryEntry),
  ...next,
  ...peopleField,
})

/**
 * Values of each trait, with the number of tokens that have the value and match the filters of other kinds. If more
 * than 10,000 match, the first 10,000 are counted, and `atLeast` means that there may be more.
 */
export const FacetsReply = v.array(
  v.object({
    trait: v.string(),
    values: v.array(v.object({ value: v.string(), count: v.number(), atLeast: v.boolean() })),
  }),
)
export type FacetsReply = v.InferOutput<typeof FacetsReply>

export const SearchQuery = v.object({
  query: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, () => t('Type what you are looking for.')),
    v.maxLength(100),
  ),
})
export const SearchReply = v.object({
  /** Accounts that have issued works and whose profile name matches. */
  artists: v.array(AccountAddress),
  /** Collections and works whose name matches, followed by those of the matching artists. */
  collections: v.array(CollectionInfo),
  nfts: v.array(NftCard),
  ...peopleField,
})
export type SearchReply = v.InferOutput<typeof SearchReply>

/** Suggestions for a pasted or partly typed text. `exact` is set if the text is an id. */
export const SuggestReply = v.object({
  collections: v.array(CollectionInfo),
  nfts: v.array(NftCard),
  /** An exact address, and accounts whose profile has this name. */
  accounts: v.array(v.object({ account: AccountAddress, name: v.nullable(v.string()) })),
  exact: v.nullable(v.object({ kind: v.picklist(['nft', 'account', 'transaction']), id: v.string() })),
  ...peopleField,
})
export type SuggestReply = v.InferOutput<typeof SuggestReply>

/** Recent events on the marketplace, newest first. */
export const NewsReply = v.object({
  listed: v.array(NftCard),
  sold: v.array(
    v.object({
      nft: NftCard,
      amount: Amount,
      /** Close time of the ledger, in ISO 8601. */
      date: v.string(),
      txid: TransactionHash,
    }),
  ),
  /** Unannounced collections that already have items. */
  drops: v.array(CollectionInfo),
})
export type NewsReply = v.InferOutput<typeof NewsReply>
