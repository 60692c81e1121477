import { findSaleOfRequest } from '#db/queries/sales.ts'
import type { SignRequestRow } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceSale } from './advance-sale.ts'

const sellsThroughUs = new Set<SignRequestRow['purpose']>(['buy_now', 'accept_bid'])

/** Goes on with the sale that a successful request began, if it began one. */
export async function finishSale(context: Context, row: SignRequestRow): Promise<void> {
  if (row.state !== 'success' || !sellsThroughUs.has(row.purpose)) return
  const sale = await findSaleOfRequest(context.db.read, row.id)
  if (sale?.state === 'matching') await advanceSale(context, sale)
}
