import { findSignRequestById, type SignRequestRow, nameSignRequest } from '#db/queries/sign-requests.ts'
import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'

function referencesOf(row: SignRequestRow, uuid: string): SignReferences {
  return {
    uuid,
    next: { always: row.deepLink ?? '' },
    refs: { qr_png: row.qrPng ?? '', websocket_status: row.websocket ?? '' },
    pushed: row.pushed,
    expiresAt: row.expiresAt.toISOString(),
  }
}

/**
 * The request that an earlier call with the same Idempotency-Key has made; null when it came to none. A payload whose
 * reply was lost on the way is found by our own number at the signer.
 */
export async function findKeyedRequest(context: Context): Promise<SignReferences | null> {
  const { db, signer, signRequestId } = context
  if (signRequestId === null) return null
  const row = await findSignRequestById(db.read, signRequestId)
  if (row === null) return null
  if (row.uuid !== null) return referencesOf(row, row.uuid)
  const payload = await signer.findByNumber(row.id)
  if (payload === null) return null
  const { uuid, deepLink, qrPng, websocket, pushed } = payload
  await nameSignRequest(db.read, row.id, { uuid, deepLink, qrPng, websocket, pushed })
  return referencesOf({ ...row, deepLink, qrPng, websocket, pushed }, uuid)
}
