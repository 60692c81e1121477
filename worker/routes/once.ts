import type { MiddlewareHandler } from 'hono'
import { doOnce } from '#worker/domain/idempotency/do-once.ts'
import { requireActor } from './actor.ts'
import type { AppEnv } from './app-env.ts'

/** Lets `serve` do a call with an Idempotency-Key once for the account that asks. */
export function onceMiddleware(): MiddlewareHandler<AppEnv> {
  return async (http, next) => {
    http.set('once', async ({ operation, key, digest }, work) => {
      const { context } = http.var
      const { account } = await requireActor(http)
      return doOnce(context, { account, operation, key }, digest, work)
    })
    await next()
  }
}
