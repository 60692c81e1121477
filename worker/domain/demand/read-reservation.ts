import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { queryReservationOf } from '#db/queries/demand/reservations.ts'
import type { ReservationReply } from '#contract/schemas/selling.ts'
import type { Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'

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
