import type { Context as HonoContext } from 'hono'
import type { OperationName } from '#worker/contract/operations.ts'
import type { FormReceiver } from './form.ts'

/** What the middleware knows about a request. `C` is the domain's context, which this folder does not look into. */
export interface Variables<C> {
  requestId: string
  context: C
  /** Who takes the files of this call's form; throws when the caller is not signed in, or sends too many. */
  receiver: (operation: OperationName) => Promise<FormReceiver>
  /** Does a call with an Idempotency-Key once; the context that it hands on belongs to that call. */
  once: (
    call: { operation: string; key: string; digest: string },
    work: (context: C) => Promise<KeptReply>,
  ) => Promise<KeptReply>
}

/** A reply that can be kept and given again. */
export interface KeptReply {
  status: number
  body: unknown
}

export interface HttpEnv<C> {
  Variables: Variables<C>
}

export type RequestContext<C> = HonoContext<HttpEnv<C>>
