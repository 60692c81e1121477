import type { Hono } from 'hono'
import { beginSignIn } from '#worker/domain/session/begin-sign-in.ts'
import { checkSignRequest } from '#worker/domain/sign-request/check-sign-request.ts'
import { requestTransaction } from '#worker/domain/trade/request-transaction.ts'
import { connectNonce, ensureConnectNonce } from '#worker/http/identity.ts'
import { callerAddress, limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { serve } from '#worker/http/serve.ts'
import { findActor, requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'
import { answerWithOutcome, signedReply } from './outcome.ts'

export interface SignerRouteSettings {
  /** Requests to sign: few a minute for each caller, because the platform counts them. */
  limiter: RateLimiter | undefined
  secure: boolean
}

export function walletSignerRoutes(app: Hono<AppEnv>, { limiter, secure }: SignerRouteSettings) {
  serve(app, {
    connectWallet: async (_input, context, http) => {
      await limitRate(limiter, `connect:${callerAddress(http)}`)
      return beginSignIn(context, ensureConnectNonce(http, secure))
    },
    checkSignRequest: async ({ params }, context, http) =>
      checkSignRequest(context, params.uuid, {
        actor: await findActor(context, http),
        nonce: connectNonce(http),
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
