import * as v from 'valibot'
import { OEmbedQuery, OEmbedReply } from '#contract/schemas/embed.ts'
import { EventsQuery, EventsReply } from '#contract/schemas/events.ts'
import {
  FiguresQuery,
  FiguresReply,
  OwnersReply,
  PriceHistoryReply,
  SalesQuery,
  SalesReply,
} from '#contract/schemas/figures.ts'
import { CollectionInfo, CollectionReply, TrendingCollection } from '#contract/schemas/collection-info.ts'
import {
  CollectionHistoryQuery,
  CollectionHistoryReply,
  CollectionId,
  CollectionListQuery,
  CollectionListReply,
  CollectionNftsQuery,
  CollectionNftsReply,
  FacetsQuery,
  FacetsReply,
  Flag,
  NewsReply,
  SearchQuery,
  SearchReply,
  SuggestReply,
} from '#contract/schemas/lists.ts'
import { RoomReply } from '#contract/schemas/room.ts'
import {
  DemandReply,
  NftCard,
  NftDatabaseID,
  NftReply,
  NFTokenID,
  RelatedReply,
} from '#contract/schemas/nfts.ts'
import { PermanenceReply } from '#contract/schemas/permanence.ts'
import { XrpPriceReply } from '#contract/schemas/prices.ts'
import { routes } from '#contract/addresses.ts'
import type { Operation } from './operation.ts'

const common = { tag: 'Reading', auth: 'none', shared: true } as const

const WorkId = v.union([NFTokenID, NftDatabaseID], 'Give an NFTokenID, or the id of an on-demand item.')

export const readingOperations = {
  getFeaturedNfts: {
    ...routes.getFeaturedNfts,
    ...common,
    summary: 'NFTs that the marketplace features',
    reply: v.array(NftCard),
  },
  getRoom: {
    ...routes.getRoom,
    ...common,
    summary: 'The artist that the marketplace presents on its home page; null without one',
    reply: v.nullable(RoomReply),
  },
  getFeaturedCollections: {
    ...routes.getFeaturedCollections,
    ...common,
    summary: 'Collections that the marketplace features',
    reply: v.array(CollectionInfo),
  },
  getAuctions: { ...routes.getAuctions, ...common, summary: 'NFTs on auction', reply: v.array(NftCard) },
  getTrendingCollections: {
    ...routes.getTrendingCollections,
    ...common,
    summary: 'Collections by volume in the last 1 or 7 days',
    query: v.object({
      days: v.optional(v.picklist(['1', '7'], 'Give 1 or 7 days.'), '1'),
      /** Also counts sales that look like wash trades. */
      marked: Flag,
    }),
    reply: v.array(TrendingCollection),
  },
  getXrpPrice: {
    ...routes.getXrpPrice,
    ...common,
    summary: 'The price of XRP in dollars, with its source; null without one',
    reply: XrpPriceReply,
  },
  getNews: {
    ...routes.getNews,
    ...common,
    summary: 'List new listings and sales, and collections that are about to be announced',
    reply: NewsReply,
  },
  getCollections: {
    ...routes.getCollections,
    ...common,
    summary: 'Collections, filtered and sorted, page by page',
    query: CollectionListQuery,
    reply: CollectionListReply,
  },
  getCollection: {
    ...routes.getCollection,
    ...common,
    summary: 'One collection with its statistics',
    query: v.object({ id: CollectionId }),
    reply: CollectionReply,
  },
  getCollectionNfts: {
    ...routes.getCollectionNfts,
    ...common,
    summary: 'NFTs of a collection, filtered and sorted, page by page',
    query: CollectionNftsQuery,
    reply: CollectionNftsReply,
  },
  getCollectionFacets: {
    ...routes.getCollectionFacets,
    ...common,
    summary: 'Traits of a collection with the number of NFTs that match the other filters',
    query: FacetsQuery,
    reply: FacetsReply,
  },
  getCollectionHistory: {
    ...routes.getCollectionHistory,
    ...common,
    summary: 'List the events of a collection, newest first',
    query: CollectionHistoryQuery,
    reply: CollectionHistoryReply,
  },
  getFigures: {
    ...routes.getFigures,
    ...common,
    summary:
      'Floor, volume and sales of a collection by day, its newest sales and the prices of its listings',
    query: FiguresQuery,
    reply: FiguresReply,
  },
  getSales: {
    ...routes.getSales,
    ...common,
    summary: 'Sales of a collection in XRP, newest first, without those that look like wash trades',
    query: SalesQuery,
    reply: SalesReply,
  },
  getOwners: {
    ...routes.getOwners,
    ...common,
    summary: 'Get the distribution of a collection’s works over their owners',
    query: v.object({ id: CollectionId }),
    reply: OwnersReply,
  },
  getPriceHistory: {
    ...routes.getPriceHistory,
    ...common,
    summary: 'List the prices in XRP for which a work was sold',
    query: v.object({ id: NFTokenID }),
    reply: PriceHistoryReply,
  },
  getOEmbed: {
    ...routes.getOEmbed,
    ...common,
    summary: 'Get the frame in which another site shows a work (oEmbed 1.0)',
    query: OEmbedQuery,
    reply: OEmbedReply,
  },
  search: {
    ...routes.search,
    ...common,
    summary: 'Collections and NFTs by name, tolerant of typing errors and accents',
    query: SearchQuery,
    reply: SearchReply,
  },
  suggest: {
    ...routes.suggest,
    ...common,
    summary: 'Suggestions while typing; understands a pasted NFTokenID, address or transaction hash',
    query: SearchQuery,
    reply: SuggestReply,
  },
  getNft: {
    ...routes.getNft,
    ...common,
    summary: 'One NFT with offers, history and its collection',
    query: v.object({ id: WorkId }),
    reply: v.union([NftReply, DemandReply]),
  },
  getPermanence: {
    ...routes.getPermanence,
    ...common,
    summary:
      'Where the metadata and the files of an NFT are, what of them was verified, and what could be lost',
    query: v.object({ id: NFTokenID }),
    reply: PermanenceReply,
  },
  getRelatedWorks: {
    ...routes.getRelatedWorks,
    ...common,
    summary: 'Floors of the traits of an NFT, and works of its collection and of its issuer',
    query: v.object({ id: WorkId }),
    reply: RelatedReply,
  },
  getEvents: {
    ...routes.getEvents,
    tag: 'Reading',
    auth: 'none',
    summary: 'List the events of works, collections and accounts, in order and without a gap',
    query: EventsQuery,
    reply: EventsReply,
  },
} as const satisfies Record<string, Operation>
