import { readSigning, saveSigning } from '#worker/domain/batch/choose-flow.ts'
import { beginSignIn } from '#worker/domain/session/begin-sign-in.ts'
import { signOut } from '#worker/domain/session/sign-out.ts'
import { checkSignRequest } from '#worker/domain/session/check-sign-request.ts'
import { requestTransaction } from '#worker/domain/trade/request-transaction.ts'
import { type ConnectNonceSettings, createConnectNonce } from '#worker/http/connect-nonce.ts'
import type { AppHandlers } from './app-env.ts'
import { done, success } from './success.ts'

export function walletSignerHandlers(settings: ConnectNonceSettings) {
  const nonce = createConnectNonce(settings)
  return {
    connectWallet: async (_input, context, http) => beginSignIn(context, await nonce.ensure(http)),
    checkSignRequest: async ({ actor, params }, context, http) =>
      checkSignRequest(context, params.uuid, { actor, nonce: await nonce.read(http) }),
    signOut: async ({ actor, body }, context) => success(await signOut(context, actor, body.everywhere)),
    requestTransaction: ({ actor, body }, context) => requestTransaction(context, actor, body.txjson),
    getSigning: ({ actor }, context) => readSigning(context, actor),
    setSigning: ({ actor, body }, context) => done(saveSigning(context, actor, body.canSignBatch), 'Saved.'),
  } satisfies Partial<AppHandlers>
}
