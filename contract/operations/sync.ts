import * as v from 'valibot'
import { CollectionId } from '#contract/schemas/lists.ts'
import { NFTokenID } from '#contract/schemas/nfts.ts'
import { routes } from '#contract/addresses.ts'
import {
  CollectionSyncBody,
  CollectionSyncReply,
  MetadataRetryReply,
  NftSyncBody,
  NftSyncReply,
  SyncProgress,
} from '#contract/schemas/sync.ts'
import type { Operation } from './operation.ts'

const common = { tag: 'Sync', auth: 'none', reply: SyncProgress } as const
const startDefaults = { tag: 'Sync', auth: 'session', limit: 'sync', keyed: true } as const

export const syncOperations = {
  syncNft: {
    ...routes.syncNft,
    ...startDefaults,
    summary: 'Have an NFT of your own read again from the ledger',
    body: NftSyncBody,
    reply: NftSyncReply,
  },
  getNftSync: {
    ...routes.getNftSync,
    ...common,
    summary: 'State of the latest sync of an NFT',
    query: v.object({ id: NFTokenID }),
  },
  retryMetadata: {
    ...routes.retryMetadata,
    tag: 'Sync',
    auth: 'none',
    limit: 'sync',
    summary:
      'Have metadata and files that could not be read fetched again, at most once a minute for each NFT',
    body: v.strictObject({ id: NFTokenID }),
    reply: MetadataRetryReply,
  },
  syncCollection: {
    ...routes.syncCollection,
    ...startDefaults,
    fresh: true,
    summary: 'Rebuild a collection from the ledger (issuer and marketplace owner)',
    body: CollectionSyncBody,
    reply: CollectionSyncReply,
  },
  manualSyncCollection: {
    ...routes.manualSyncCollection,
    ...startDefaults,
    fresh: true,
    summary:
      'Rebuild a collection from the ledger and fetch all its metadata again (issuer and marketplace owner)',
    body: CollectionSyncBody,
    reply: CollectionSyncReply,
  },
  getCollectionSync: {
    ...routes.getCollectionSync,
    ...common,
    summary: 'State of the latest sync of a collection: progress, and what it corrected',
    query: v.object({ id: CollectionId }),
  },
} as const satisfies Record<string, Operation>
