import * as v from 'valibot'
import { StatusReply } from '#worker/contract/profiles.ts'
import { routes } from '#worker/contract/routes.ts'
import {
  CheckReply,
  SigningBody,
  SigningReply,
  SignOutBody,
  SignReferences,
  TransactionReply,
  Uuid,
} from '#worker/contract/sign-requests.ts'
import { TransactionBody } from '#worker/contract/trading.ts'
import type { Operation } from './operation.ts'

export const walletSignerOperations = {
  connectWallet: {
    ...routes.connectWallet,
    tag: 'Wallet signer',
    auth: 'none',
    limit: 'connect',
    summary: 'Begin a sign-in with the wallet',
    reply: SignReferences,
  },
  checkSignRequest: {
    ...routes.checkSignRequest,
    tag: 'Wallet signer',
    auth: 'optional',
    summary: 'State of a sign request',
    params: v.object({ uuid: Uuid }),
    reply: CheckReply,
  },
  signOut: {
    ...routes.signOut,
    tag: 'Wallet signer',
    auth: 'session',
    keyed: true,
    summary: 'End the session of the token, or with `everywhere` all sessions of its account',
    body: SignOutBody,
    reply: StatusReply,
  },
  requestTransaction: {
    ...routes.requestTransaction,
    tag: 'Wallet signer',
    auth: 'session',
    limit: 'sign',
    keyed: true,
    summary: 'Have an offer, cancellation, acceptance or burn signed',
    body: TransactionBody,
    reply: TransactionReply,
  },
  getSigning: {
    ...routes.getSigning,
    tag: 'Wallet signer',
    auth: 'session',
    summary: 'Whether the connected account is asked for one signature over a whole sale',
    reply: SigningReply,
  },
  setSigning: {
    ...routes.setSigning,
    tag: 'Wallet signer',
    auth: 'session',
    keyed: true,
    summary: 'Remember whether the wallet of the connected account can sign a Batch',
    body: SigningBody,
    reply: StatusReply,
  },
} as const satisfies Record<string, Operation>
