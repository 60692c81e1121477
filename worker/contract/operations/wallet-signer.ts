import * as v from 'valibot'
import {
  CheckReply,
  PendingReply,
  SignOutBody,
  SignReferences,
  TransactionReply,
  Uuid,
} from '#worker/contract/sign-requests.ts'
import { StatusReply } from '#worker/contract/profiles.ts'
import { TransactionBody } from '#worker/contract/trading.ts'
import type { Operation } from './operation.ts'

export const walletSignerOperations = {
  connectWallet: {
    method: 'GET',
    path: '/api/xumm/connect',
    summary: 'Begin a sign-in with the wallet',
    tag: 'Wallet signer',
    auth: 'none',
    reply: SignReferences,
  },
  checkSignRequest: {
    method: 'GET',
    path: '/api/xumm/check/{uuid}',
    summary: 'Where a sign request stands',
    tag: 'Wallet signer',
    auth: 'optional',
    params: v.object({ uuid: Uuid }),
    reply: CheckReply,
  },
  signOut: {
    method: 'POST',
    path: '/api/xumm/sign_out',
    summary: 'End the session of the token, or with `everywhere` all sessions of its account',
    tag: 'Wallet signer',
    auth: 'bearer',
    body: SignOutBody,
    reply: StatusReply,
    failed: true,
  },
  requestTransaction: {
    method: 'POST',
    path: '/api/xumm/transaction',
    summary: 'Have an offer, cancellation, acceptance or burn signed',
    tag: 'Wallet signer',
    auth: 'bearer',
    body: TransactionBody,
    reply: TransactionReply,
    pending: PendingReply,
    failed: true,
  },
} as const satisfies Record<string, Operation>
