import type { Hono } from 'hono'
import { featureCollection, setFeaturedNft, verifyCollection } from '#worker/domain/admin/feature.ts'
import { listAudit } from '#worker/domain/admin/list-audit.ts'
import { getOverview } from '#worker/domain/admin/overview.ts'
import { retryPin } from '#worker/domain/admin/retry-pin.ts'
import type { Context } from '#worker/domain/context.ts'
import { serve } from '#worker/http/serve.ts'
import { requireActor, requireClaimant } from './actor.ts'
import type { AppEnv, Http } from './app-env.ts'

const success = (data: string) => ({ status: 'success' as const, data })

/** What the marketplace owner does; who that is, the verbs check. */
export function adminRoutes(app: Hono<AppEnv>) {
  const claimant = (context: Context, http: Http, body: { userToken?: string | null | undefined }) =>
    requireClaimant(context, http, { user_token: body.userToken })
  serve(app, {
    getOverview: async (_input, context, http) => getOverview(context, await requireActor(http)),
    getAudit: async ({ query }, context, http) => listAudit(context, await requireActor(http), query),
    verifyCollection: async ({ body }, context, http) => {
      const actor = await claimant(context, http, body)
      await verifyCollection(context, actor, body.collectionID, body.verification)
      return success(body.verification ? 'This collection has been verified' : 'Verification removed')
    },
    featureCollection: async ({ body }, context, http) => {
      const actor = await claimant(context, http, body)
      await featureCollection(context, actor, body.collectionID, body.featured)
      return success(
        body.featured ? 'This collection has been featured' : 'This collection has been unfeatured',
      )
    },
    featureNft: async ({ body }, context, http) => {
      const actor = await claimant(context, http, body)
      await setFeaturedNft(context, actor, body.nftokenID, body.featured)
      return success(body.featured ? 'This NFT has been featured' : 'This NFT has been unfeatured')
    },
    retryPin: async ({ body }, context, http) => {
      await retryPin(context, await claimant(context, http, body), body.cid)
      return success('This file is tried again')
    },
  })
}
