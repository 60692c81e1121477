import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { ReservationRow } from '#db/queries/demand/reservations.ts'
import { canHold } from './sale-price.ts'
import { maxPaidInBatch } from '#contract/rules/splits.ts'
import type { DemandSale } from '#contract/schemas/batch.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { queryPayeeTags } from '#db/queries/split/splits.ts'
import { hasUndoneBatch } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { paymentTo } from './pay-artist.ts'

type PayeeOfSale = NonNullable<DemandSale['payees']>[number]

/**
 * True if the ledger would currently let the marketplace pay an account `drops` of a currency. The dry run pays a drop
 * of XRP, because the marketplace only receives an issued currency with the sale.
 */
export async function isPayable(
  context: Context,
  { account, tag }: Pick<PayeeOfSale, 'account' | 'tag'>,
  { drops, currency }: { drops: bigint; currency: SaleCurrency } = { drops: 1n, currency: null },
): Promise<boolean> {
  try {
    await dryRun(context, { Account: context.treasury.account, ...paymentTo(account, 1n, { tag }) })
    return await canHold(context, account, drops, currency)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Returns all payees of a work, and whether the Batch of the sale pays them; undefined if the artist gets everything.
 * The Batch pays the first payees that can be paid, because one refused payment would undo the sale. The remaining
 * shares are paid afterwards: all of them if a Batch of this buyer has just been undone, so that a payee who becomes
 * unpayable while the buyer signs can do that once at most.
 */
export async function payeesInBatch(
  context: Context,
  { buyer, splitId, editionId, priceDrops, currency }: ReservationRow,
): Promise<DemandSale['payees'] | undefined> {
  const split = splitId ?? editionId
  const payees = split === null ? [] : await queryPayeeTags(context.db.http, split)
  if (payees.length === 0) return undefined
  if (await hasUndoneBatch(context.db.http, buyer, 'demand_buy'))
    return payees.map((payee) => ({ ...payee, inBatch: false }))
  const drops = priceDrops ?? 0n
  const payable = await Promise.all(payees.map((payee) => isPayable(context, payee, { drops, currency })))
  const paidPayees = payees.filter((_, place) => payable[place]).slice(0, maxPaidInBatch)
  return payees.map((payee) => ({ ...payee, inBatch: paidPayees.includes(payee) }))
}
