import {
  findSignRequestById,
  type SignRequestRow,
  nameSignRequest,
} from '#db/queries/sign-request/sign-requests.ts'
import type { BegunReferences, SignReferences } from '#contract/schemas/sign-requests.ts'
import { isPageWallet } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'

type Payload = Pick<
  SignRequestRow,
  'wallet' | 'deepLink' | 'qrPng' | 'websocket' | 'pushed' | 'expiresAt' | 'context'
>

/** True if one signature covers several transactions (a Batch) of sales or of rows. */
export const coversSeveral = ({ sales, rows }: SignRequestRow['context']): boolean =>
  sales !== undefined || rows !== undefined

function referencesOf(uuid: string, payload: Payload): SignReferences {
  const { wallet, deepLink, qrPng, websocket, pushed: isPushed, expiresAt, context } = payload
  const { signInCode } = context
  return {
    uuid,
    next: { always: deepLink ?? '' },
    refs: { qr_png: qrPng ?? '', websocket_status: websocket ?? '' },
    pushed: isPushed,
    expiresAt: expiresAt.toISOString(),
    ...(coversSeveral(context) ? { oneSignature: true } : {}),
    ...(isPageWallet(wallet) ? { wallet } : {}),
    ...(signInCode === undefined ? {} : { signInCode }),
  }
}

/** Builds the `references` of a reply about a request that waits for its signature. */
export function pendingReferences(row: SignRequestRow): { references?: SignReferences } {
  const { uuid, deepLink, state } = row
  return uuid === null || deepLink === null || state !== 'created'
    ? {}
    : { references: referencesOf(uuid, row) }
}

/**
 * Returns the draw or sign request that an earlier call with the same Idempotency-Key started; null if there is none.
 */
export async function findBegunRequest(context: Context): Promise<BegunReferences | null> {
  const { db, signRequestId } = context
  if (signRequestId === null) return null
  const row = await findSignRequestById(db.http, signRequestId)
  if (row?.context.draw === undefined) return findKeyedRequest(context)
  const { receipt } = row.context.draw
  return receipt === undefined ? null : { uuid: row.id, receipt }
}

/**
 * Returns the request that an earlier call with the same Idempotency-Key created; null if there is none. If the reply
 * with the payload was lost, the signer finds the payload by our id.
 */
export async function findKeyedRequest(context: Context): Promise<SignReferences | null> {
  const { db, signer, signRequestId } = context
  if (signRequestId === null) return null
  const row = await findSignRequestById(db.http, signRequestId)
  if (row === null) return null
  if (row.uuid !== null) return referencesOf(row.uuid, row)
  // The page passes the request to its wallet, so no platform knows it.
  if (isPageWallet(row.wallet)) return null
  const payload = await signer.findByNumber(row.id)
  if (payload === null) return null
  const { uuid, deepLink, qrPng, websocket, pushed } = payload
  await nameSignRequest(db.http, row.id, { uuid, deepLink, qrPng, websocket, pushed })
  return referencesOf(uuid, { ...row, deepLink, qrPng, websocket, pushed })
}
