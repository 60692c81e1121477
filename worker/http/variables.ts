import type { Context as HonoContext } from 'hono'

/** Facts that the middleware adds to a request. `C` is the domain's context, which this folder does not inspect. */
export interface HttpEnv<C> {
  Variables: {
    requestId: string
    context: C
  }
}

export type RequestContext<C> = HonoContext<HttpEnv<C>>
