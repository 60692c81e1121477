import * as v from 'valibot'
import { createCamelCaseClaimedSchema } from './claims.ts'
import { CollectionId } from './lists.ts'
import { NFTokenID } from './nfts.ts'

export const SyncState = v.picklist(['none', 'waiting', 'running', 'done', 'failed'])
export type SyncState = v.InferOutput<typeof SyncState>

/** Names of the entries that a sync can correct, singular and plural, in the order of the message. */
const words = {
  nft_missing: ['NFT added', 'NFTs added'],
  owner: ['owner corrected', 'owners corrected'],
  burned: ['burn state corrected', 'burn states corrected'],
  uri: ['NFT address corrected', 'NFT addresses corrected'],
  offer_missing: ['offer added', 'offers added'],
  offer_ended: ['ended offer removed', 'ended offers removed'],
  offer_reopened: ['offer reopened', 'offers reopened'],
  offer_terms: ['offer corrected', 'offers corrected'],
  takeable: ['offer judged anew', 'offers judged anew'],
  price: ['price corrected', 'prices corrected'],
  funds: ['balance corrected', 'balances corrected'],
  history: ['event added', 'events added'],
} as const

export type MendKind = keyof typeof words
const kinds = Object.keys(words).filter((name): name is MendKind => name in words)

/** Number of corrections by kind; kinds without corrections are absent. */
export const MendCounts = v.record(v.picklist(kinds), v.optional(v.number()))
export type MendCounts = v.InferOutput<typeof MendCounts>

/** Returns a sentence about what a sync corrected. */
export function mendSentence(counts: MendCounts): string {
  const parts = kinds.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${words[kind][count === 1 ? 0 : 1]}`]
  })
  if (parts.length === 0) return 'Everything matched the ledger.'
  const last = parts.pop()
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}.`
}

/** Returns a sentence about tokens that a sync could not see, to append to a message; empty if it saw everything. */
export function unseenSentence(unreadCount: number): string {
  if (unreadCount === 0) return ''
  const nfts =
    unreadCount === 1
      ? '1 NFT of the issuer may belong to this collection, but is in an account'
      : `${unreadCount.toLocaleString('en')} NFTs of the issuer may belong to this collection, but are in accounts`
  return ` Not everything is visible: ${nfts} that OPX has not seen yet. The ledger server cannot list a collection.`
}

export const NftSyncBody = createCamelCaseClaimedSchema({
  id: NFTokenID,
})
/** `signed` when accepted, `not owner`, or a message. */
export const NftSyncReply = v.string()

/** The state after the try; `pending` while it takes longer. */
export const MetadataRetryReply = v.object({
  metadataState: v.picklist(['none', 'pending', 'ready', 'failed']),
})

export const CollectionSyncBody = createCamelCaseClaimedSchema({
  collectionID: CollectionId,
})
export const CollectionSyncReply = v.object({ status: v.literal('success'), data: v.string() })

export const SyncProgress = v.object({
  state: SyncState,
  done: v.number(),
  /** Total number of steps; 0 until known. */
  total: v.number(),
  mended: MendCounts,
  /**
   * NFTs of the issuer, of this or another collection, that exist but were not found: a server without Clio cannot list a
   * collection, so only accounts in the index were read. 0 if everything was found.
   */
  unseen: v.number(),
  /** NFTs in the index that no account in the index holds. */
  lost: v.number(),
  /** A sentence for users about the corrections, the progress or the error. */
  message: v.string(),
  startedAt: v.nullable(v.string()),
  finishedAt: v.nullable(v.string()),
})
export type SyncProgress = v.InferOutput<typeof SyncProgress>
