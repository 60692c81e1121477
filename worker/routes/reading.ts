import type { Hono } from 'hono'
import { getHealth } from '#worker/domain/market/get-health.ts'
import { getSettings } from '#worker/domain/market/get-settings.ts'
import {
  listAuctions,
  listFeaturedCollections,
  listFeaturedNfts,
  listTrendingCollections,
} from '#worker/domain/market/home.ts'
import { getNft } from '#worker/domain/nft/get-nft.ts'
import { serve } from '#worker/http/serve.ts'
import type { AppEnv } from './app-env.ts'

export function readingRoutes(app: Hono<AppEnv>) {
  serve(app, {
    getFeaturedNfts: (_input, context) => listFeaturedNfts(context),
    getFeaturedCollections: (_input, context) => listFeaturedCollections(context),
    getAuctions: (_input, context) => listAuctions(context),
    getTrendingCollections: ({ query }, context) =>
      listTrendingCollections(context, query.days === '7' ? 7 : 1),
    getNft: ({ query }, context) => getNft(context, query.id),
    getMarketplaceOwner: (_input, context) => ({ owner: getSettings(context).owner }),
    getSettings: (_input, context) => getSettings(context),
    getHealth: (_input, context) => getHealth(context),
  })
}
