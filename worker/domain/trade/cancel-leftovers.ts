import { listLeftovers, markEndedLeftovers, type SaleRow } from '#db/queries/sales.ts'
import type { Context } from '#worker/domain/context.ts'
import { each } from '#worker/domain/stages.ts'
import { cancelLeftover } from './cancel-leftover.ts'
import { cancelOffers, mostOffersAtOnce } from './cancel-offers.ts'

function offersOf(sales: SaleRow[]): string[] {
  return sales.flatMap(({ leftoverOfferId }) => (leftoverOfferId === null ? [] : [leftoverOfferId]))
}

/**
 * Takes the leftover offers of all failed sales back in one transaction: a hundred buyers of one token lose no more time
 * than one. Which have ended is told by the index; cancelling one that is gone does no harm, so sets may overlap.
 */
export async function cancelLeftovers(context: Context, until: Date): Promise<void> {
  const { db, now } = context
  await markEndedLeftovers(db.read, now())
  const sales = await listLeftovers(db.read, mostOffersAtOnce)
  const ids = offersOf(sales)
  const [first] = ids
  if (first === undefined) return
  const state = await cancelOffers(context, `leftovers:${first}`, ids)
  if (state === 'open') return
  if (state === 'failed') {
    // One of them spoils it for all: each by itself, then.
    await each(context, { what: 'leftover', until }, sales, (sale) => cancelLeftover(context, sale))
    return
  }
  await markEndedLeftovers(db.read, now())
}
