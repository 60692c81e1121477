import type { Hono } from 'hono'
import { listPins } from '#worker/domain/pin/list-pins.ts'
import { pinMedia } from '#worker/domain/pin/pin-media.ts'
import { serve } from '#worker/http/serve.ts'
import { requireActor, requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'

export function pinningRoutes(app: Hono<AppEnv>) {
  serve(app, {
    pinMedia: async ({ form }, context, http) => {
      const actor = await requireClaimant(context, http, {
        account: form.account,
        user_token: form.userToken,
      })
      return { status: 'success' as const, data: await pinMedia(context, actor, form.mediaFile) }
    },
    getPins: async ({ query }, context, http) => listPins(context, await requireActor(http), query.cids),
  })
}
