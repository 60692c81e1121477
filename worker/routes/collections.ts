import type { Hono } from 'hono'
import { authorizeMinter, readMinter } from '#worker/domain/account/authorize-minter.ts'
import { addCollection } from '#worker/domain/collection/add-collection.ts'
import { announceCollection } from '#worker/domain/collection/announce-collection.ts'
import { cancelAllOffers } from '#worker/domain/collection/cancel-all-offers.ts'
import { editCollection } from '#worker/domain/collection/edit-collection.ts'
import { getPrivateInfo } from '#worker/domain/collection/private-info.ts'
import { removeCollection } from '#worker/domain/collection/remove-collection.ts'
import { setBlacklist, setWhitelist } from '#worker/domain/collection/set-access-list.ts'
import { validatePromoCode } from '#worker/domain/collection/validate-promo-code.ts'
import type { Context } from '#worker/domain/context.ts'
import { limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { serve } from '#worker/http/serve.ts'
import { requireActor, requireClaimant } from './actor.ts'
import type { AppEnv, Http } from './app-env.ts'
import { answerWithOutcome, signedReply } from './outcome.ts'

const success = (data: string) => ({ status: 'success' as const, data })

interface Claims {
  account?: string | undefined
  userToken?: string | null | undefined
}

export function collectionRoutes(app: Hono<AppEnv>, limiter: RateLimiter | undefined) {
  const claimant = (context: Context, http: Http, body: Claims) =>
    requireClaimant(context, http, { account: body.account, user_token: body.userToken })
  const writer = async (context: Context, http: Http, body: Claims) => {
    const actor = await claimant(context, http, body)
    await limitRate(limiter, `write:${actor.account}`)
    return actor
  }
  serve(app, {
    addCollection: async ({ form }, context, http) =>
      success(await addCollection(context, await claimant(context, http, form), form)),
    editCollection: async ({ form }, context, http) =>
      success(await editCollection(context, await claimant(context, http, form), form)),
    getPrivateInfo: async ({ body }, context, http) =>
      getPrivateInfo(context, await claimant(context, http, body), body.collectionID),
    removeCollection: async ({ body }, context, http) => {
      await removeCollection(context, await writer(context, http, body), body.collectionID)
      return success('This Collection is removed')
    },
    announceCollection: async ({ body }, context, http) => {
      await announceCollection(context, await writer(context, http, body), body.collectionID)
      return success('This collection has been announced')
    },
    cancelAllOffers: async ({ body }, context, http) =>
      cancelAllOffers(context, await writer(context, http, body), body.collectionID),
    setWhitelist: async ({ body }, context, http) =>
      setWhitelist(context, await writer(context, http, body), body),
    setBlacklist: async ({ body }, context, http) =>
      setBlacklist(context, await writer(context, http, body), body),
    validatePromoCode: async ({ body }, context, http) =>
      success(await validatePromoCode(context, await requireActor(http), body)),
    getMinter: async (_input, context, http) => readMinter(context, await requireActor(http)),
    authorizeMinter: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => authorizeMinter(context, actor), signedReply)
    },
  })
}
