import * as v from 'valibot'
import type { Failed } from './errors.ts'
import {
  CollectionHistoryQuery,
  CollectionHistoryReply,
  CollectionId,
  CollectionListQuery,
  CollectionListReply,
  CollectionNftsQuery,
  CollectionNftsReply,
  FacetsReply,
  SearchQuery,
  SearchReply,
  SuggestReply,
} from './lists.ts'
import { HealthReply, OwnerReply, Settings } from './marketplace.ts'
import { CollectionInfo, NFTokenID, NftCard, NftReply, TrendingCollection } from './nfts.ts'
import {
  CheckReply,
  PendingReply,
  SignedReply,
  SignReferences,
  TransactionReply,
  Uuid,
} from './sign-requests.ts'
import { BuyNowBody, TransactionBody } from './trading.ts'

type Schema = v.GenericSchema

export interface Operation {
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the origin; `{name}` is a parameter. */
  path: string
  summary: string
  tag: 'Reading' | 'Wallet signer' | 'Trading' | 'Marketplace'
  /** `bearer` needs the session token. */
  auth: 'none' | 'optional' | 'bearer'
  params?: Schema
  query?: Schema
  body?: Schema
  reply: Schema
  /** 202 with `Prefer: respond-async`. */
  pending?: Schema
  /** Refusals by the rules of the market come as 200 with `status: "failed"`; the rest is problem+json. */
  failed?: boolean
}

/** Every call of the API. OpenAPI, the typed client and the checks of replies in tests are all made from this table. */
export const operations = {
  getFeaturedNfts: {
    method: 'GET',
    path: '/api/nft/featured',
    summary: 'NFTs that the marketplace features',
    tag: 'Reading',
    auth: 'none',
    reply: v.array(NftCard),
  },
  getFeaturedCollections: {
    method: 'GET',
    path: '/api/collection/featured',
    summary: 'Collections that the marketplace features',
    tag: 'Reading',
    auth: 'none',
    reply: v.array(CollectionInfo),
  },
  getAuctions: {
    method: 'GET',
    path: '/api/collection/auction',
    summary: 'NFTs on auction',
    tag: 'Reading',
    auth: 'none',
    reply: v.array(NftCard),
  },
  getTrendingCollections: {
    method: 'GET',
    path: '/api/collection/trading_top',
    summary: 'Collections by volume in the last 1 or 7 days',
    tag: 'Reading',
    auth: 'none',
    query: v.object({ days: v.optional(v.picklist(['1', '7'], 'Give 1 or 7 days.'), '1') }),
    reply: v.array(TrendingCollection),
  },
  getCollections: {
    method: 'GET',
    path: '/api/collection/list',
    summary: 'Collections, filtered and sorted, page by page',
    tag: 'Reading',
    auth: 'none',
    query: CollectionListQuery,
    reply: CollectionListReply,
  },
  getCollection: {
    method: 'GET',
    path: '/api/collection/info',
    summary: 'One collection with its statistics',
    tag: 'Reading',
    auth: 'none',
    query: v.object({ id: CollectionId }),
    reply: CollectionInfo,
  },
  getCollectionNfts: {
    method: 'GET',
    path: '/api/collection/nfts',
    summary: 'NFTs of a collection, filtered and sorted, page by page',
    tag: 'Reading',
    auth: 'none',
    query: CollectionNftsQuery,
    reply: CollectionNftsReply,
  },
  getCollectionFacets: {
    method: 'GET',
    path: '/api/collection/facets',
    summary: 'Traits of a collection with counts',
    tag: 'Reading',
    auth: 'none',
    query: v.object({ id: CollectionId }),
    reply: FacetsReply,
  },
  getCollectionHistory: {
    method: 'GET',
    path: '/api/collection/history',
    summary: 'What happened in a collection, newest first',
    tag: 'Reading',
    auth: 'none',
    query: CollectionHistoryQuery,
    reply: CollectionHistoryReply,
  },
  search: {
    method: 'GET',
    path: '/api/marketplace/search',
    summary: 'Collections and NFTs by name, tolerant of typing errors and accents',
    tag: 'Reading',
    auth: 'none',
    query: SearchQuery,
    reply: SearchReply,
  },
  suggest: {
    method: 'GET',
    path: '/api/marketplace/suggest',
    summary: 'Suggestions while typing; understands a pasted NFTokenID, address or transaction hash',
    tag: 'Reading',
    auth: 'none',
    query: SearchQuery,
    reply: SuggestReply,
  },
  getNft: {
    method: 'GET',
    path: '/api/nft',
    summary: 'One NFT with offers, history and its collection',
    tag: 'Reading',
    auth: 'none',
    query: v.object({ id: NFTokenID }),
    reply: NftReply,
  },
  getMarketplaceOwner: {
    method: 'GET',
    path: '/api/marketplace/owner',
    summary: 'Address of the marketplace owner account',
    tag: 'Marketplace',
    auth: 'none',
    reply: OwnerReply,
  },
  getSettings: {
    method: 'GET',
    path: '/api/marketplace/settings',
    summary: 'What the client must know: owner, network, links',
    tag: 'Marketplace',
    auth: 'none',
    reply: Settings,
  },
  getHealth: {
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the index is up with the ledger',
    tag: 'Marketplace',
    auth: 'none',
    reply: HealthReply,
  },
  connectWallet: {
    method: 'GET',
    path: '/api/xumm/connect',
    summary: 'Begin a sign-in with the wallet',
    tag: 'Wallet signer',
    auth: 'none',
    reply: SignReferences,
  },
  checkSignRequest: {
    method: 'GET',
    path: '/api/xumm/check/{uuid}',
    summary: 'Where a sign request stands',
    tag: 'Wallet signer',
    auth: 'optional',
    params: v.object({ uuid: Uuid }),
    reply: CheckReply,
  },
  requestTransaction: {
    method: 'POST',
    path: '/api/xumm/transaction',
    summary: 'Have an offer, cancellation, acceptance or burn signed',
    tag: 'Wallet signer',
    auth: 'bearer',
    body: TransactionBody,
    reply: TransactionReply,
    pending: PendingReply,
    failed: true,
  },
  buyNow: {
    method: 'POST',
    path: '/api/nft/buy_now',
    summary: 'Buy a listed NFT',
    tag: 'Trading',
    auth: 'bearer',
    body: BuyNowBody,
    reply: SignedReply,
    pending: PendingReply,
    failed: true,
  },
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

type Part<N extends OperationName, K extends 'query' | 'params' | 'body'> =
  Operations[N] extends Record<K, infer S>
    ? S extends Schema
      ? { [P in K]: v.InferInput<S> }
      : unknown
    : unknown

/** What a caller gives: the parts that the operation has. */
export type OperationInput<N extends OperationName> = Part<N, 'query'> & Part<N, 'params'> & Part<N, 'body'>

type PendingOf<N extends OperationName> = Operations[N] extends { pending: infer S }
  ? S extends Schema
    ? v.InferOutput<S> | v.InferOutput<typeof Failed>
    : never
  : never

/** What a caller gets: the reply, and for calls that need a signature also the pending form and the refusal. */
export type OperationOutput<N extends OperationName> = v.InferOutput<Operations[N]['reply']> | PendingOf<N>
