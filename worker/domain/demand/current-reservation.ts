import { sentence } from '#contract/words/sentence.ts'
import { findPart } from '#db/queries/part/presigned-parts.ts'
import {
  findOpenReservation,
  findReservation,
  renewReservation,
  type ReservationRow,
  queryReservationOf,
} from '#db/queries/demand/reservations.ts'
import { findSignRequestById } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { settleLentPart } from '#worker/domain/part/end-parts.ts'
import { resolveSignRequest } from '#worker/domain/sign-request/resolve-sign-request.ts'
import { settlePurchases } from './settle.ts'
import { awaitRelease } from './take-back.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import type { ReservationReply } from '#contract/schemas/selling.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'

/**
 * Returns a buyer's reservation in a collection that can still be paid; null if there is none. If its request was
 * rejected or has expired, the reservation is released first, so that the buyer gets a new one.
 */
export async function currentReservation(
  context: Context,
  buyer: string,
  collectionId: string,
): Promise<ReservationRow | null> {
  const reader = context.db.http
  const open = await findOpenReservation(reader, buyer, collectionId)
  if (open === null) return null
  const request = await findSignRequestById(reader, open.signRequestId)
  if (request !== null) await resolveSignRequest(context, request, 'retry')
  const row = await settleOwnPart(context, await findReservation(reader, open.id))
  const current = row?.state === 'cancelling' ? await awaitRelease(context, row) : row
  return current === null || current.state === 'released' || current.state === 'sold' ? null : current
}

/**
 * Settles the reservation that a presigned part sells. It stays with its buyer as long as the part exists; a rejected
 * or expired request is replaced by a new one.
 */
async function settleOwnPart(context: Context, row: ReservationRow | null): Promise<ReservationRow | null> {
  if (row === null || row.partId === null || row.state !== 'reserved') return row
  const { db } = context
  const part = await findPart(db.http, row.partId)
  if (part !== null && (await settleLentPart(context, part)) !== 'lent') {
    await db.transaction((tx) => settlePurchases(tx))
    return findReservation(db.http, row.id)
  }
  const request = await findSignRequestById(db.http, row.signRequestId)
  if (request === null || request.state === 'created' || request.state === 'signed') return row
  const signRequestId = context.signRequestId ?? crypto.randomUUID()
  await renewReservation(db.http, row.id, signRequestId)
  return { ...row, signRequestId }
}

/**
 * Returns a buyer's open reservation if it is for the same item, so that it can continue. Throws
 * Refusal('already_pending').
 */
export function findResumable(open: ReservationRow, wants: (row: ReservationRow) => boolean): ReservationRow {
  if (open.state === 'cancelling') {
    throw new Refusal(
      'already_pending',
      sentence(
        'Your last reservation in this collection is being released. Please try again in a few seconds.',
      ),
    )
  }
  if (wants(open)) return open
  throw new Refusal(
    'already_pending',
    sentence('You have already reserved an item of this collection. Pay for it first, or release it.'),
  )
}

/**
 * Returns the reservation of an item for a buyer who can still pay. A drawn item is not revealed until it is paid for.
 */
export async function readReservation(
  { db, now }: Context,
  buyer: string,
  itemId: string,
): Promise<ReservationReply> {
  const [rows, cursor] = await db.http.batch([
    queryReservationOf(db.http, buyer, itemId),
    queryCursor(db.http),
  ])
  const until = rows[0]?.until
  const running = until !== undefined && until > ledgerNow(cursor[0]?.closedAt, now())
  return { until: running ? until.toISOString() : null }
}
