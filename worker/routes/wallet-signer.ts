import type { Hono } from 'hono'
import { beginSignIn } from '#worker/domain/session/begin-sign-in.ts'
import { checkSignRequest } from '#worker/domain/session/check-sign-request.ts'
import { requestTransaction } from '#worker/domain/trade/request-transaction.ts'
import { signOut } from '#worker/domain/session/sign-out.ts'
import { createConnectNonce } from '#worker/http/connect-nonce.ts'
import { callerNetwork, limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { serve } from '#worker/http/serve.ts'
import { findActor, requireActor, requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'
import { answerWithOutcome, signedReply } from './outcome.ts'

export interface SignerRouteSettings {
  /** Requests to sign: few a minute for each caller, because the platform counts them. */
  limiter: RateLimiter | undefined
  secure: boolean
  sessionSecret: string
}

export function walletSignerRoutes(
  app: Hono<AppEnv>,
  { limiter, secure, sessionSecret }: SignerRouteSettings,
) {
  const nonce = createConnectNonce({ secret: sessionSecret, secure })
  serve(app, {
    connectWallet: async (_input, context, http) => {
      await limitRate(limiter, `connect:${callerNetwork(http)}`)
      return beginSignIn(context, await nonce.ensure(http))
    },
    checkSignRequest: async ({ params }, context, http) =>
      checkSignRequest(context, params.uuid, {
        actor: await findActor(http),
        nonce: await nonce.read(http),
      }),
    signOut: async ({ body }, context, http) => ({
      status: 'success',
      data: await signOut(context, await requireActor(http), body.everywhere),
    }),
    requestTransaction: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      const begin = () => requestTransaction(context, actor, body.txjson)
      return answerWithOutcome(context, http, begin, (outcome) => {
        const { status, data, ...rest } = signedReply(outcome)
        const response =
          outcome.txid === undefined
            ? undefined
            : {
                response: {
                  txid: outcome.txid,
                  dispatched_result: outcome.dispatched_result ?? outcome.outcome?.result ?? null,
                },
              }
        const content = response ?? (typeof data === 'string' ? data : undefined)
        return {
          status,
          ...(content === undefined ? {} : { data: content }),
          ...(rest.code === undefined ? {} : { code: rest.code }),
        }
      })
    },
  })
}
