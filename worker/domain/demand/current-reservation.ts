import { findOpenReservation, findReservation, type ReservationRow } from '#db/queries/reservations.ts'
import { findSignRequestById } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { resolveSignRequest } from '#worker/domain/sign-request/resolve-sign-request.ts'
import { awaitRelease } from './take-back.ts'

/**
 * What a buyer holds in a collection and can still pay for. A request that was rejected or has expired, whoever notices it now,
 * frees what it was for first: its buyer is given a new one. Null when nothing is held (any more).
 */
export async function currentReservation(
  context: Context,
  buyer: string,
  collectionId: string,
): Promise<ReservationRow | null> {
  const { read } = context.db
  const open = await findOpenReservation(read, buyer, collectionId)
  if (open === null) return null
  const request = await findSignRequestById(read, open.signRequestId)
  if (request !== null) await resolveSignRequest(context, request, 'retry')
  const row = await findReservation(read, open.id)
  const current = row?.state === 'cancelling' ? await awaitRelease(context, row) : row
  return current === null || current.state === 'released' || current.state === 'sold' ? null : current
}
