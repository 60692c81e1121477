import type { Hono } from 'hono'
import { listPins } from '#worker/domain/pin/list-pins.ts'
import { serve } from '#worker/http/serve.ts'
import { requireActor } from './actor.ts'
import type { AppEnv } from './app-env.ts'

export function pinningRoutes(app: Hono<AppEnv>) {
  serve(app, {
    getPins: async ({ query }, context, http) =>
      listPins(context, await requireActor(context, http), query.cids),
  })
}
