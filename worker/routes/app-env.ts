import type { Context } from '#worker/domain/context.ts'
import type { HttpEnv, RequestContext } from '#worker/http/variables.ts'

export type AppEnv = HttpEnv<Context>
export type Http = RequestContext<Context>
