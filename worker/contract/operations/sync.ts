import * as v from 'valibot'
import { CollectionId } from '#worker/contract/lists.ts'
import { NFTokenID } from '#worker/contract/nfts.ts'
import {
  CollectionSyncBody,
  CollectionSyncReply,
  NftSyncBody,
  NftSyncReply,
  SyncProgress,
} from '#worker/contract/sync.ts'
import type { Operation } from './operation.ts'

export const syncOperations = {
  syncNft: {
    method: 'POST',
    path: '/api/nft/sync',
    summary: 'Have an NFT of your own read again from the ledger',
    tag: 'Sync',
    auth: 'bearer',
    body: NftSyncBody,
    reply: NftSyncReply,
  },
  getNftSync: {
    method: 'GET',
    path: '/api/nft/sync',
    summary: 'How the latest sync of an NFT stands',
    tag: 'Sync',
    auth: 'none',
    query: v.object({ id: NFTokenID }),
    reply: SyncProgress,
  },
  syncCollection: {
    method: 'POST',
    path: '/api/collection/sync',
    summary: 'Rebuild a collection from the ledger (issuer and marketplace owner)',
    tag: 'Sync',
    auth: 'bearer',
    body: CollectionSyncBody,
    reply: CollectionSyncReply,
  },
  manualSyncCollection: {
    method: 'POST',
    path: '/api/collection/manual_sync',
    summary:
      'Rebuild a collection from the ledger and fetch all its metadata anew (issuer and marketplace owner)',
    tag: 'Sync',
    auth: 'bearer',
    body: CollectionSyncBody,
    reply: CollectionSyncReply,
  },
  getCollectionSync: {
    method: 'GET',
    path: '/api/collection/sync',
    summary: 'How the latest sync of a collection stands: progress, and what it mended',
    tag: 'Sync',
    auth: 'none',
    query: v.object({ id: CollectionId }),
    reply: SyncProgress,
  },
} as const satisfies Record<string, Operation>
