import type { SignPurpose } from '#contract/rules/actions.ts'
import {
  insertSignRequest,
  nameSignRequest,
  noteUnreachable,
  type SignContext,
} from '#db/queries/sign-request/sign-requests.ts'
import { findPushToken } from '#db/queries/session/wallets.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { isPageWallet, type WalletName } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'
import { takeWalletCall } from '#worker/domain/quotas.ts'
import type { PayloadOrder } from '#worker/ports/signer/port.ts'
import type { TransactionJson } from '#worker/ledger/ledger-json.ts'
import { dryRun, type Explain } from './dry-run.ts'
import { fillIn } from './fill-in.ts'
import { coversSeveral } from './keyed-request.ts'
import { insertPageRequest } from './page-request.ts'
import { walletOf } from './wallet-of.ts'

/** Minutes within which a request must be opened in the wallet. */
export const openWithinMinutes = 5

/** Xaman's push tokens are valid for 30 days, and each signature renews them. */
const pushTokenDays = 30

export interface SignOrder {
  purpose: SignPurpose
  account: string | null
  txjson: { TransactionType: string } & Partial<TransactionJson>
  /** Set if the account signs its own part of a Batch, which another account submits. */
  role?: 'inner'
  /** Set for a sign-in. Otherwise the account decides. */
  wallet?: WalletName
  /** Set if the time limit is shorter than usual. */
  openWithinMinutes?: number
  context: SignContext
  /** The sentence that the wallet shows. */
  instruction: string
  /** Page that the wallet returns to, below the site's origin. */
  returnPath: string
}

async function currentPushToken({ db, now }: Context, account: string | null): Promise<string | null> {
  if (account === null) return null
  const pushToken = await findPushToken(db.http, account)
  if (pushToken === null) return null
  const ageDays = (now().getTime() - pushToken.issuedAt.getTime()) / 86_400_000
  return ageDays < pushTokenDays ? pushToken.token : null
}

/**
 * Creates the payload. Records if the platform does not answer, so that buyers are not penalized for a request they
 * could not sign.
 */
async function createPayload({ db, signer, now }: Context, order: PayloadOrder) {
  try {
    return await signer.create(order)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'signer_unavailable')
      await noteUnreachable(db.http, order.id, now())
    throw error
  }
}

/**
 * Asks an account to sign a transaction. A request for a wallet of the caller's page is only stored. Any other request
 * is stored before its payload is sent to the wallet's platform. The payload contains our own id, so that its webhook
 * finds it even if the reply was lost.
 * Throws Refusal: signer_unavailable, account_not_found, ledger_unavailable, rate_limited.
 */
export async function openSignRequest(context: Context, order: SignOrder): Promise<SignReferences> {
  const { db, settings, now } = context
  const id = context.signRequestId ?? crypto.randomUUID()
  const createdAt = now()
  const expiresInMinutes = order.openWithinMinutes ?? openWithinMinutes
  const expiresAt = new Date(createdAt.getTime() + expiresInMinutes * 60_000)
  const wallet = order.wallet ?? walletOf(context, order.account)
  const terms = {
    account: order.account,
    purpose: order.purpose,
    txjson: order.txjson,
    context: order.context,
    createdAt,
    expiresAt,
  }
  if (isPageWallet(wallet)) {
    const txjson =
      order.account === null ? terms.txjson : await fillIn(context, order.account, terms.txjson, expiresAt)
    return insertPageRequest(context, id, wallet, { ...terms, txjson })
  }
  await takeWalletCall(context, order)
  const pushToken = await currentPushToken(context, order.account)
  // The request was just created, so the first check at the signer can wait.
  await insertSignRequest(db.http, { id, ...terms, askedAt: createdAt })
  const payload = await createPayload(context, {
    id,
    txjson: order.txjson,
    instruction: order.instruction,
    account: order.account,
    ...(order.role === undefined ? {} : { role: order.role }),
    pushToken,
    expiresInMinutes,
    returnUrl: `${settings.siteOrigin}${order.returnPath}`,
  })
  const { uuid, deepLink, qrPng, websocket, pushed: isPushed } = payload
  // Another call with this id may have written different terms in the meantime. The payload decides.
  await nameSignRequest(db.http, id, { ...terms, uuid, deepLink, qrPng, websocket, pushed: isPushed })
  return {
    uuid: payload.uuid,
    next: { always: payload.deepLink },
    refs: { qr_png: payload.qrPng, websocket_status: payload.websocket },
    pushed: payload.pushed,
    expiresAt: expiresAt.toISOString(),
    ...(coversSeveral(order.context) ? { oneSignature: true } : {}),
  }
}

/**
 * Asks an account to sign a transaction that passes a simulation. Throws Refusal: would_fail, signer_unavailable, and
 * the refusals of `explain`.
 */
export async function requestSignature(
  context: Context,
  order: SignOrder,
  explain?: Explain,
): Promise<SignReferences> {
  await dryRun(context, order.txjson, explain)
  return openSignRequest(context, order)
}
