import type { Actor, Context } from '#worker/domain/context.ts'
import type { Handlers } from '#worker/http/serve.ts'
import type { HttpEnv, RequestContext } from '#worker/http/variables.ts'

export type AppEnv = HttpEnv<Context>
export type Http = RequestContext<Context>
export type AppHandlers = Handlers<Context, Actor>
