import type { Hono } from 'hono'
import { buyNow } from '#worker/domain/trade/buy-now.ts'
import { limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { serve } from '#worker/http/serve.ts'
import { requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'
import { answerWithOutcome, signedReply } from './outcome.ts'

export function tradingRoutes(app: Hono<AppEnv>, limiter: RateLimiter | undefined) {
  serve(app, {
    buyNow: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, await buyNow(context, actor, body), signedReply)
    },
  })
}
