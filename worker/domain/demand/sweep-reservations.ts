import { dropPromoAttempts } from '#db/queries/collection-rules.ts'
import { listItemsToBurn } from '#db/queries/demand-items.ts'
import { queryCursor } from '#db/queries/index-writes.ts'
import { listReservationsToAdvance, type ReservationRow } from '#db/queries/reservations.ts'
import { hasUnsettled } from '#db/queries/settle-reservations.ts'
import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { offerToBuyer } from './offer-to-buyer.ts'
import { duePayouts, payArtist } from './pay-artist.ts'
import { burnInventory } from './remove-item.ts'
import { takeBack } from './take-back.ts'
import { settlePurchases } from './settle.ts'

const batch = 50

async function each<T>({ log }: Context, what: string, rows: T[], work: (row: T) => Promise<unknown>) {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      // One stuck row must not hold up the others; it is tried again by the next run.
      log.error('sweep_failed', { what, ...errorFacts(error) })
    }
  }
}

/**
 * Brings on what nobody is waiting for: reservations whose buyer has left, offers to be taken back, payouts owed, and
 * inventory to be burned.
 */
export async function sweepReservations(context: Context): Promise<void> {
  const { db, now } = context
  if (await hasUnsettled(db.read)) await db.transaction((tx) => settlePurchases(tx))
  const [cursor] = await queryCursor(db.read)
  const asOf = ledgerNow(cursor?.closedAt, now())
  const advance = async (row: ReservationRow) => {
    if (row.state === 'reserved') await offerToBuyer(context, row, asOf)
    else await takeBack(context, row)
  }
  await each(context, 'reservation', await listReservationsToAdvance(db.read, batch), advance)
  await each(context, 'payout', await duePayouts(context, batch), (row) => payArtist(context, row))
  await each(context, 'burn', await listItemsToBurn(db.read, batch), (row) => burnInventory(context, row))
  await dropPromoAttempts(db.read)
}
