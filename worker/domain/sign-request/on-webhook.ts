import {
  findSignRequest,
  findSignRequestById,
  nameSignRequest,
} from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceRequest } from './request-progress.ts'

/**
 * Handles a webhook, which is only a trigger: the state is fetched from the signer. If the reply that created a request
 * was lost, the request is found by our own id and gets its uuid here.
 */
export async function onWebhook(context: Context, uuid: string, identifier: string | null): Promise<void> {
  const { db, log } = context
  let row = await findSignRequest(db.http, uuid)
  if (row === null && identifier !== null) {
    const lostRequest = await findSignRequestById(db.http, identifier)
    if (lostRequest !== null && lostRequest.uuid === null) {
      await nameSignRequest(db.http, lostRequest.id, { uuid })
      row = { ...lostRequest, uuid }
    }
  }
  if (row === null) {
    log.warn('webhook_unknown', { uuid })
    return
  }
  await advanceRequest(context, row, 'webhook')
}
