import { readSigning, saveSigning } from '#worker/domain/batch/choose-flow.ts'
import { beginSignIn } from '#worker/domain/session/begin-sign-in.ts'
import { signOut } from '#worker/domain/session/sign-out.ts'
import { declineSignature, handInSignature, openForWallet } from '#worker/domain/session/page-signature.ts'
import { checkSignRequest } from '#worker/domain/session/check-sign-request.ts'
import { requestTransaction } from '#worker/domain/trade/request-transaction.ts'
import { type ConnectNonceSettings, createConnectNonce } from '#worker/http/connect-nonce.ts'
import type { AppHandlers } from './app-env.ts'
import { findActor } from './session.ts'
import { done, createSuccess } from './success.ts'

export function walletSignerHandlers(settings: ConnectNonceSettings) {
  const nonce = createConnectNonce(settings)
  return {
    connectWallet: async ({ query }, context, http) => {
      // An account that signs in again does not use the visitors' quota.
      const actor = await findActor(http)
      const ownContext = actor === null ? context : { ...context, caller: actor }
      return beginSignIn(ownContext, await nonce.ensure(http), query.wallet)
    },
    checkSignRequest: async ({ actor, params }, context, http) =>
      checkSignRequest(context, params.uuid, { actor, nonce: await nonce.read(http) }),
    openSignRequest: async ({ actor, params }, context, http) =>
      openForWallet(context, params.uuid, { actor, nonce: await nonce.read(http) }),
    handInSignature: async ({ actor, params, body }, context, http) =>
      handInSignature(context, params.uuid, { actor, nonce: await nonce.read(http) }, body),
    declineSignature: async ({ actor, params }, context, http) =>
      declineSignature(context, params.uuid, { actor, nonce: await nonce.read(http) }),
    signOut: async ({ actor, body }, context) =>
      createSuccess(await signOut(context, actor, body.everywhere)),
    requestTransaction: ({ actor, body }, context) => requestTransaction(context, actor, body),
    getSigning: ({ actor }, context) => readSigning(context, actor),
    setSigning: ({ actor, body }, context) => done(saveSigning(context, actor, body.canSignBatch), 'Saved.'),
  } satisfies Partial<AppHandlers>
}
