import { findSignRequest, findSignRequestById, nameSignRequest } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { finishSale } from '#worker/domain/trade/finish-sale.ts'
import { resolveSignRequest } from './resolve-sign-request.ts'

/**
 * A webhook is a trigger only: the truth is fetched from the signer. A payload whose creation reply was lost is found by
 * our own number and learns its uuid here.
 */
export async function onWebhook(context: Context, uuid: string, identifier: string | null): Promise<void> {
  const { db, log } = context
  let row = await findSignRequest(db.read, uuid)
  if (row === null && identifier !== null) {
    const lost = await findSignRequestById(db.read, identifier)
    if (lost !== null && lost.uuid === null) {
      await nameSignRequest(db.read, lost.id, { uuid })
      row = { ...lost, uuid }
    }
  }
  if (row === null) {
    log.warn('webhook_unknown', { uuid })
    return
  }
  await finishSale(context, await resolveSignRequest(context, row, 'webhook'))
}
