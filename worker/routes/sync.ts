import type { Hono } from 'hono'
import { errorFacts } from '#worker/contract/error-facts.ts'
import { getSync } from '#worker/domain/sync/get-sync.ts'
import { requestCollectionSync, requestNftSync } from '#worker/domain/sync/request-sync.ts'
import { runSyncs } from '#worker/domain/sync/run-syncs.ts'
import type { Context } from '#worker/domain/context.ts'
import { limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { serve } from '#worker/http/serve.ts'
import { requireClaimant } from './actor.ts'
import type { AppEnv, Http } from './app-env.ts'

/** The platform lets work go on for 30 s after the reply; the cron does the rest. */
const afterReplyMs = 20_000

/** Begins at once, so that nobody waits for the next firing of the cron. */
function begin(context: Context) {
  const work = runSyncs(context, new Date(context.now().getTime() + afterReplyMs))
  context.afterReply(work.catch((error: unknown) => context.log.warn('sync_not_begun', errorFacts(error))))
}

export function syncRoutes(app: Hono<AppEnv>, limiter: RateLimiter | undefined) {
  const claimant = async (
    context: Context,
    http: Http,
    body: { account?: string | undefined; userToken?: string | null | undefined },
  ) => {
    const actor = await requireClaimant(context, http, { account: body.account, user_token: body.userToken })
    await limitRate(limiter, `sync:${actor.account}`)
    return actor
  }
  const collection =
    (thorough: boolean) =>
    async (
      {
        body,
      }: {
        body: { account?: string | undefined; userToken?: string | null | undefined; collectionID: string }
      },
      context: Context,
      http: Http,
    ) => {
      const actor = await claimant(context, http, body)
      await requestCollectionSync(context, actor, body.collectionID, thorough)
      begin(context)
      return { status: 'success' as const, data: 'Collection sync started' }
    }
  serve(app, {
    syncNft: async ({ body }, context, http) => {
      const reply = await requestNftSync(context, await claimant(context, http, body), body.id)
      if (reply === 'signed') begin(context)
      return reply
    },
    getNftSync: ({ query }, context) => getSync(context, 'nft', query.id),
    syncCollection: collection(false),
    manualSyncCollection: collection(true),
    getCollectionSync: ({ query }, context) => getSync(context, 'collection', query.id),
  })
}
