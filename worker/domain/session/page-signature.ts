import { sentence } from '#contract/words/sentence.ts'
import { findGivenRequest, type SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { HandInBody, HandInReply, PageRequest } from '#contract/schemas/sign-requests.ts'
import { isPageWallet } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'
import {
  declineRequest,
  handIn,
  openPageRequest,
  requireOpen,
} from '#worker/domain/sign-request/page-request.ts'
import { withdrawRequest } from '#worker/domain/sign-request/withdraw-request.ts'
import { canonicalBlob, encodeSigned } from '#worker/ledger/signed-blob.ts'
import { acceptHandedInSignIn } from './accept-hand-in.ts'
import type { Checker } from './check-sign-request.ts'
import { provesBrowser } from './hand-out-session.ts'

const unknownRequestRefusal = () =>
  new Refusal('not_found', sentence('This request does not exist, or it belongs to someone else.'))

/**
 * Returns a request of the session's account, or a sign-in of the browser that began it. Throws Refusal: not_found,
 * unauthenticated.
 */
async function findOwnRequest(
  context: Context,
  uuid: string,
  { actor, nonce }: Checker,
): Promise<SignRequestRow> {
  const row = await findGivenRequest(context.db.http, uuid)
  if (row === null || row.uuid === null) throw unknownRequestRefusal()
  if (row.purpose === 'sign_in') {
    if (!provesBrowser(row, nonce)) throw unknownRequestRefusal()
    return row
  }
  if (actor === null)
    throw new Refusal('unauthenticated', sentence('Connect your wallet to see this request.'))
  if (row.account !== actor.account) throw unknownRequestRefusal()
  return row
}

/** Returns a request that a page passes to its wallet. Throws Refusal: not_found, unauthenticated. */
async function findPageRequest(context: Context, uuid: string, by: Checker): Promise<SignRequestRow> {
  const row = await findOwnRequest(context, uuid, by)
  if (!isPageWallet(row.wallet)) throw unknownRequestRefusal()
  return row
}

/**
 * Returns the completed transaction for the wallet of this page to sign. Throws what `openPageRequest` throws,
 * not_found, unauthenticated.
 */
export async function openForWallet(context: Context, uuid: string, by: Checker): Promise<PageRequest> {
  const row = await openPageRequest(context, await findPageRequest(context, uuid, by))
  const { wallet, account, txjson, expiresAt } = row
  const { message } = row.context
  return {
    uuid,
    wallet,
    account,
    network: context.settings.network,
    expiresAt: expiresAt.toISOString(),
    ...(message === undefined ? { txjson } : { message }),
  }
}

/** Returns the signed transaction of a body in the ledger's format. Throws Refusal('signature_mismatch'). */
function blobOf(body: HandInBody): string {
  const blob =
    'blob' in body ? canonicalBlob(body.blob) : 'tx_json' in body ? encodeSigned(body.tx_json) : null
  if (blob !== null) return blob
  throw new Refusal('signature_mismatch', sentence('The wallet did not return a signed transaction.'))
}

/** Accepts the signature of this page's wallet. Throws what `handIn` throws, not_found, unauthenticated. */
export async function handInSignature(
  context: Context,
  uuid: string,
  by: Checker,
  body: HandInBody,
): Promise<HandInReply> {
  const row = await findPageRequest(context, uuid, by)
  if (row.purpose === 'sign_in') {
    await acceptHandedInSignIn(context, row, 'signature' in body ? body : blobOf(body))
    return { status: 'signed' }
  }
  const txid = await handIn(context, row, { blob: blobOf(body), network: body.network ?? null })
  return { status: 'signed', txid }
}

/** Withdraws a request from the wallet app. Throws Refusal: expired, already_pending, signer_unavailable. */
async function takeBack(context: Context, row: SignRequestRow): Promise<void> {
  if (row.state === 'rejected') return
  await requireOpen(context, row)
  const endedRow = await withdrawRequest(context, row)
  if (endedRow.state === 'rejected') return
  await requireOpen(context, endedRow)
  // The app has the request open, so it cannot be closed remotely.
  throw new Refusal('already_pending', sentence('The request is open in your wallet. Reject it there.'))
}

/**
 * Records that the user has declined, in the page or in its wallet. A request that waits in the app is withdrawn from
 * it. Throws the refusals of `declineRequest`, not_found, unauthenticated, signer_unavailable.
 */
export async function declineSignature(context: Context, uuid: string, by: Checker): Promise<HandInReply> {
  const row = await findOwnRequest(context, uuid, by)
  if (isPageWallet(row.wallet)) await declineRequest(context, row)
  else await takeBack(context, row)
  return { status: 'rejected' }
}
