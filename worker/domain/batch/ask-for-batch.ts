import type { PartRow } from '#db/queries/part/presigned-parts.ts'
import type { SignContext, SignPurpose } from '#db/queries/sign-request/sign-requests.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { presignBatch } from '#worker/domain/part/presign-batch.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { whyTwoSteps } from './choose-flow.ts'

export interface BatchOrder {
  purpose: SignPurpose
  customer: string
  sales: BatchSale[]
  reservationIds: string[]
  context: SignContext
  instruction: string
  returnPath: string
}

async function lend(context: Context, order: BatchOrder, signRequestId: string): Promise<PartRow | null> {
  const { customer, sales, reservationIds } = order
  const why = await whyTwoSteps(context, customer)
  if (why === null) return presignBatch(context, { customer, sales, signRequestId, reservationIds })
  context.log.info('two_steps', { purpose: order.purpose, why })
  return null
}

/**
 * Asks a customer for one signature over whole sales, which happen together or not at all. Null when it takes two steps: the network,
 * the wallet, or the caps on lent tickets do not allow it. A second call with the same Idempotency-Key returns the same request.
 * Throws Refusal: account_not_found, reserved, signer_unavailable.
 */
export async function askForBatch(context: Context, order: BatchOrder): Promise<SignReferences | null> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const signRequestId = context.signRequestId ?? crypto.randomUUID()
  const part = await lend(context, order, signRequestId)
  if (part === null) return null
  const { purpose, customer, instruction, returnPath, sales } = order
  return openSignRequest(
    { ...context, signRequestId },
    {
      purpose,
      account: customer,
      txjson: part.batch,
      context: { ...order.context, sales, partId: part.id },
      instruction,
      returnPath,
    },
  )
}
