import type { Hono } from 'hono'
import { acceptBid } from '#worker/domain/trade/accept-bid.ts'
import { bidAuction } from '#worker/domain/trade/bid-auction.ts'
import { buyNow } from '#worker/domain/trade/buy-now.ts'
import { listDeadOffers } from '#worker/domain/trade/dead-offers.ts'
import { runAuction } from '#worker/domain/trade/run-auction.ts'
import { readTrustLine, setTrustLine } from '#worker/domain/trade/trust-line.ts'
import { limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { serve } from '#worker/http/serve.ts'
import { requireActor, requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'
import { answerWithOutcome, signedReply } from './outcome.ts'

export function tradingRoutes(app: Hono<AppEnv>, limiter: RateLimiter | undefined) {
  serve(app, {
    buyNow: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => buyNow(context, actor, body), signedReply)
    },
    sellNow: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => acceptBid(context, actor, body), signedReply)
    },
    runAuction: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => runAuction(context, actor, body.txjson), signedReply)
    },
    bidAuction: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => bidAuction(context, actor, body.txjson), signedReply)
    },
    setTrustLine: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => setTrustLine(context, actor, body), signedReply)
    },
    getTrustLine: async ({ query }, context, http) => readTrustLine(context, await requireActor(http), query),
    getDeadOffers: async (_input, context, http) => listDeadOffers(context, await requireActor(http)),
  })
}
