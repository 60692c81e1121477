import type { SignPurpose } from '#contract/rules/actions.ts'
import { sentence } from '#contract/words/sentence.ts'
import { findPart, type PartRow } from '#db/queries/part/presigned-parts.ts'
import type { SignContext } from '#db/queries/sign-request/sign-requests.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { partEnd, presignBatch } from '#worker/domain/part/presign-batch.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { openSignRequest, type SignOrder } from '#worker/domain/sign-request/open-sign-request.ts'
import { whyTwoSteps } from './choose-flow.ts'

interface SaleTerms {
  context: SignContext
  instruction: string
  returnPath: string
}

interface OneSignature extends SaleTerms {
  sales: BatchSale[]
}

interface Reserved {
  id: string
  signRequestId: string
  /** The presigned part that sells the reserved item. */
  partId: string | null
}

interface FirstStep extends SaleTerms, Pick<SignOrder, 'txjson'> {
  /** The current state of the reservation. */
  reservation?: Reserved
}

export interface SaleOrder {
  purpose: SignPurpose
  customer: string
  /** The reservation of the sold item. It names its sign request, so that the customer gets only one request. */
  reservation: Reserved | null
  /** The sale as covered by one signature; null if it always takes two steps. */
  oneSignature: OneSignature | null
  /**
   * Returns the transaction that the customer signs if the sale takes two steps. Only called in that case; may throw a
   * Refusal.
   */
  inTwoSteps: () => Promise<FirstStep>
}

/**
 * Presigns the marketplace's part of the sale; null if the network, the wallet or the limits on lent tickets do not
 * allow one signature.
 */
async function presign(
  context: Context,
  { purpose, customer, reservation }: SaleOrder,
  { sales, signRequestId }: { sales: BatchSale[]; signRequestId: string },
): Promise<PartRow | null> {
  const twoStepsReason = await whyTwoSteps(context, customer)
  const reservationIds = reservation === null ? [] : [reservation.id]
  if (twoStepsReason === null)
    return presignBatch(context, { customer, sales, signRequestId, reservationIds })
  context.log.info('two_steps', { purpose, why: twoStepsReason })
  return null
}

/**
 * Requests one signature for whole sales, which happen together or not at all. Returns null if the sale takes two
 * steps.
 */
async function askForOneSignature(
  context: Context,
  order: SaleOrder,
  { sales, ...terms }: OneSignature,
): Promise<SignReferences | null> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const signRequestId = context.signRequestId ?? crypto.randomUUID()
  const part = await presign(context, order, { sales, signRequestId })
  if (part === null) return null
  return openSignRequest(
    { ...context, signRequestId },
    {
      purpose: order.purpose,
      account: order.customer,
      txjson: part.batch,
      ...terms,
      context: { ...terms.context, sales, partId: part.id },
    },
  )
}

/**
 * Returns the refusal for a purchase whose presigned part the wallet can still submit. Until that ends, the work cannot
 * be bought in another way.
 */
export async function stillLentRefusal({ db }: Context, partId: string): Promise<Refusal> {
  const part = await findPart(db.http, partId)
  const until =
    part === null
      ? sentence('for a few minutes')
      : sentence('until {time} UTC', { time: partEnd(part).toISOString().slice(11, 16) })
  return new Refusal(
    'already_pending',
    sentence(
      'Your wallet has an open request for this work that you can still sign {until}. Sign it, or try again afterwards.',
      { until },
    ),
  )
}

const contextOf = (context: Context, reservation: Reserved | null): Context =>
  reservation === null ? context : { ...context, signRequestId: reservation.signRequestId }

/**
 * Requests a customer's signature for a sale: for all of it (a Batch) if possible, otherwise for its first step. A
 * second call for the same reservation or with the same Idempotency-Key returns the same request.
 * Throws Refusal: account_not_found, already_pending, signer_unavailable, and those of `inTwoSteps`.
 */
export async function askForSale(context: Context, order: SaleOrder): Promise<SignReferences> {
  const { purpose, customer, reservation, oneSignature } = order
  const references =
    oneSignature === null
      ? null
      : await askForOneSignature(contextOf(context, reservation), order, oneSignature)
  if (references !== null) return references
  if (reservation !== null && reservation.partId !== null)
    throw await stillLentRefusal(context, reservation.partId)
  const { reservation: current = reservation, ...step } = await order.inTwoSteps()
  const saleContext = contextOf(context, current)
  const earlier = current === null ? null : await findKeyedRequest(saleContext)
  return earlier ?? openSignRequest(saleContext, { purpose, account: customer, ...step })
}
