import { getFigures, getOwners, listSales } from '#worker/domain/collection/get-figures.ts'
import { listCollectionNfts, listFacets } from '#worker/domain/collection/list-collection-nfts.ts'
import { getCollection, listCollections } from '#worker/domain/collection/list-collections.ts'
import { listCollectionHistory } from '#worker/domain/collection/list-history.ts'
import { listEvents } from '#worker/domain/event/list-events.ts'
import { getHealth } from '#worker/domain/market/get-health.ts'
import { getSettings } from '#worker/domain/market/get-settings.ts'
import {
  listAuctions,
  listFeaturedCollections,
  getRoom,
  listFeaturedNfts,
  listTrendingCollections,
} from '#worker/domain/market/home.ts'
import { listNews } from '#worker/domain/market/news.ts'
import { search, suggest } from '#worker/domain/market/search.ts'
import { getOEmbed } from '#worker/domain/nft/embed.ts'
import { listRelatedWorks } from '#worker/domain/nft/list-related-works.ts'
import { getPermanence } from '#worker/domain/nft/get-permanence.ts'
import { getPriceHistory } from '#worker/domain/nft/price-history.ts'
import { getPrice } from '#worker/domain/prices/get-price.ts'
import { readNft } from '#worker/domain/nft/read-nft.ts'
import type { AppHandlers } from './app-env.ts'

export const readingHandlers = {
  getFeaturedNfts: (_input, context) => listFeaturedNfts(context),
  getRoom: (_input, context) => getRoom(context),
  getFeaturedCollections: (_input, context) => listFeaturedCollections(context),
  getAuctions: (_input, context) => listAuctions(context),
  getTrendingCollections: ({ query }, context) =>
    listTrendingCollections(context, query.days === '7' ? 7 : 1, query.marked ?? false),
  getXrpPrice: (_input, context) => getPrice(context),
  getNews: (_input, context) => listNews(context),
  getCollections: ({ query }, context) => listCollections(context, query),
  getCollection: ({ query }, context) => getCollection(context, query.id),
  getCollectionNfts: ({ query }, context) => listCollectionNfts(context, query),
  getCollectionFacets: ({ query }, context) => listFacets(context, query),
  getCollectionHistory: ({ query }, context) => listCollectionHistory(context, query),
  getFigures: ({ query }, context) => getFigures(context, query),
  getSales: ({ query }, context) => listSales(context, query),
  getOwners: ({ query }, context) => getOwners(context, query.id),
  getPriceHistory: ({ query }, context) => getPriceHistory(context, query.id),
  getOEmbed: ({ query }, context) => getOEmbed(context, query),
  search: ({ query }, context) => search(context, query.query),
  suggest: ({ query }, context) => suggest(context, query.query),
  getNft: ({ query }, context) => readNft(context, query.id),
  getPermanence: ({ query }, context) => getPermanence(context, query.id),
  getRelatedWorks: ({ query }, context) => listRelatedWorks(context, query.id),
  getMarketplaceOwner: (_input, context) => ({ owner: getSettings(context).owner }),
  getSettings: (_input, context) => getSettings(context),
  getHealth: (_input, context) => getHealth(context),
  getEvents: ({ query }, context) => listEvents(context, query),
} satisfies Partial<AppHandlers>
