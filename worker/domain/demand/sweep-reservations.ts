import { dropPromoAttempts } from '#db/queries/collection/rules.ts'
import { listItemsToBurn } from '#db/queries/demand/items.ts'
import { listReservationsToAdvance } from '#db/queries/demand/reservations.ts'
import { hasUnsettled } from '#db/queries/demand/settle-reservations.ts'
import type { Context } from '#worker/domain/context.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { withdrawPrints } from '#db/queries/edition/editions.ts'
import { processRows, runStages, type Stage } from '#worker/domain/stages.ts'
import { offerToBuyer } from './offer-to-buyer.ts'
import { duePayouts, payArtist } from './pay-artist.ts'
import { burnInventory } from './remove-item.ts'
import { publishPrints } from './publish-prints.ts'
import { writeTotals } from './write-totals.ts'
import { takeBack } from './take-back.ts'
import { settlePurchases } from './settle.ts'

const batch = 50

async function settle({ db }: Context): Promise<void> {
  if (await hasUnsettled(db.http)) await db.transaction((tx) => settlePurchases(tx))
}

async function advanceReservations(context: Context, until: Date): Promise<void> {
  const asOf = await readLedgerNow(context)
  const rows = await listReservationsToAdvance(context.db.http, batch)
  await processRows(context, { what: 'reservation', until }, rows, async (row) => {
    if (row.state === 'reserved') await offerToBuyer(context, row, asOf)
    else await takeBack(context, row)
  })
}

const stages: Stage[] = [
  settle,
  advanceReservations,
  publishPrints,
  ({ db }) => withdrawPrints(db.http),
  writeTotals,
  async (context, until) =>
    processRows(context, { what: 'payout', until }, await duePayouts(context, batch), (row) =>
      payArtist(context, row),
    ),
  async (context, until) =>
    processRows(context, { what: 'burn', until }, await listItemsToBurn(context.db.http, batch), (row) =>
      burnInventory(context, row),
    ),
  ({ db }) => dropPromoAttempts(db.http),
]

/**
 * Advances everything that no request advances: abandoned reservations, offers to cancel, owed payouts, and inventory
 * to burn.
 */
export function sweepReservations(context: Context, deadline: Date): Promise<void> {
  return runStages(context, deadline, stages)
}
