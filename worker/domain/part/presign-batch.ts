import { sentence } from '#contract/words/sentence.ts'
import { createHash } from 'node:crypto'
import type { Executor } from '#db/executor.ts'
import { lockJournal } from '#db/queries/journal/journal.ts'
import {
  bindReservation,
  findLending,
  findReusablePart,
  insertPart,
  lendTickets,
  type PartRow,
  renewPart,
} from '#db/queries/part/presigned-parts.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { lendingCaps } from '#contract/limits/treasury.ts'
import type { Context } from '#worker/domain/context.ts'
import { batchCostDrops, innerHashes } from '#worker/ledger/batch.ts'
import { isObject } from '#worker/ledger/metadata-body.ts'
import { type BatchTerms, buildSaleBatch, innerCountOf, ticketsOf } from '#worker/ledger/batch-sale.ts'
import { currentKey } from '#worker/domain/ledger-index/marketplace-key.ts'
import { offeredCost } from '#worker/domain/ledger-index/network-cost.ts'

/**
 * Minutes during which a Batch can be applied: longer than a wallet request is open, and at most 15. A ledger takes 3
 * to 5 s.
 */
const validMinutes = 13
const ledgerSeconds = 4
const ledgersIn = (minutes: number) => Math.floor((minutes * 60) / ledgerSeconds)
/** A part is reused while at least this many minutes remain. */
const reuseMinutes = 3

/** Returns the approximate time after which a lent part can no longer be used. */
export const partEnd = ({ createdAt }: PartRow) => new Date(createdAt.getTime() + (validMinutes + 1) * 60_000)

const sum = (sales: BatchSale[], of: (sale: BatchSale) => number) =>
  sales.reduce((total, sale) => total + of(sale), 0)

/**
 * Sorts fields, because the database returns the fields of stored sales in another order, which must not change the
 * digest.
 */
const inOrder = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value

/** Identifies a part that can be reused: the same sales, signed with the key that is in force. */
const digestOf = (sales: BatchSale[], key: string) =>
  createHash('sha256')
    .update(JSON.stringify([key, sales], inOrder))
    .digest('hex')

export interface PartRequest {
  customer: string
  sales: BatchSale[]
  signRequestId: string
  /** Reservations whose items the part sells. */
  reservationIds: string[]
}

/** Returns the journal's purpose for selling a reservation in two steps. */
export const twoStepsPurpose = (reservationId: string) => `demand:${reservationId}`

/** Thrown if this part cannot sell a reservation. */
class Unbound extends Error {
  override name = 'Unbound'
}

/**
 * Returns sequence, expiry and cost of a customer's Batch, based on the customer's Sequence in the newest validated
 * ledger.
 */
export async function termsOf(
  context: Pick<Context, 'ledger' | 'treasury' | 'now' | 'costLimit'>,
  customer: string,
  { inner, signatures }: { inner: number; signatures: number },
): Promise<BatchTerms> {
  const { ledger, treasury, now } = context
  const [head, state, cost] = await Promise.all([
    ledger.validatedHead(),
    ledger.findAccount(customer),
    ledger.transactionCost(),
  ])
  if (state === null)
    throw new Refusal(
      'account_not_found',
      sentence('Your account does not exist on the ledger yet. Send it at least 1 XRP first.'),
    )
  // The clock of a local ledger may run ahead of ours.
  const asOf = head.closedAt > now() ? head.closedAt : now()
  return {
    customer,
    marketplace: treasury.account,
    sequence: state.sequence,
    tickets: [],
    lastLedger: head.index + ledgersIn(validMinutes),
    expiration: dateToRippleTime(asOf) + validMinutes * 60,
    cost: batchCostDrops(offeredCost(context, cost), inner, signatures),
  }
}

/** Returns the terms for a Batch of these sales. */
export const batchTerms = (
  context: Pick<Context, 'ledger' | 'treasury' | 'now' | 'costLimit'>,
  customer: string,
  sales: BatchSale[],
): Promise<BatchTerms> =>
  termsOf(context, customer, {
    inner: sum(sales, innerCountOf),
    signatures: sum(sales, ticketsOf) > 0 ? 1 : 0,
  })

async function takeTickets(tx: Executor, { customer: account, sequence }: BatchTerms, count: number) {
  const currentLending = await findLending(tx, { account, sequence })
  const lendingId = currentLending?.lending ?? crypto.randomUUID()
  const sharedTickets = (currentLending?.tickets ?? []).slice(0, count)
  const shortfall = count - sharedTickets.length
  const lentTickets =
    shortfall === 0
      ? []
      : await lendTickets(tx, { lending: lendingId, account, count: shortfall, caps: lendingCaps })
  return lentTickets.length === shortfall
    ? { lending: lendingId, tickets: [...sharedTickets, ...lentTickets] }
    : null
}

/**
 * Signs the marketplace's part of a Batch of sales for a customer, who signs last and alone can submit it. The row is
 * committed before the signature leaves the process. A repeated purchase gets the same part while enough time remains.
 * Returns null if the limits on lent tickets do not allow it, or if a reservation is already being sold in two steps.
 * Throws Refusal: account_not_found; PolicyRefusal.
 */
export async function presignBatch(context: Context, request: PartRequest): Promise<PartRow | null> {
  const { db, log, now, treasury } = context
  const { customer: account, sales, signRequestId } = request
  const [terms, key] = await Promise.all([batchTerms(context, account, sales), currentKey(context)])
  const digest = digestOf(sales, key)
  const bind = async (tx: Executor, partId: string) => {
    for (const reservationId of request.reservationIds)
      if (!(await bindReservation(tx, { reservationId, partId, twoSteps: twoStepsPurpose(reservationId) })))
        throw new Unbound()
  }
  const lend = async (tx: Executor) => {
    await lockJournal(tx, 'lend')
    const untilLedger = terms.lastLedger - ledgersIn(validMinutes - reuseMinutes)
    const reusable = await findReusablePart(tx, { account, sequence: terms.sequence, digest, untilLedger })
    if (reusable !== null) {
      await renewPart(tx, reusable.id, signRequestId)
      await bind(tx, reusable.id)
      return { ...reusable, signRequestId }
    }
    const loan = await takeTickets(tx, terms, sum(sales, ticketsOf))
    if (loan === null) {
      log.warn('part_capped', { account, tickets: sum(sales, ticketsOf) })
      return null
    }
    const order = { sales, terms: { ...terms, tickets: loan.tickets } }
    const unsignedBatch = buildSaleBatch(order.sales, order.terms)
    const part = treasury.signPart({ ...order, batch: unsignedBatch }, key)
    const row = {
      id: crypto.randomUUID(),
      signRequestId,
      account,
      sequence: terms.sequence,
      lending: loan.lending,
      tickets: loan.tickets,
      sales,
      digest,
      batch: { ...unsignedBatch, BatchSigners: [{ BatchSigner: part }] },
      hashes: innerHashes(unsignedBatch),
      lastLedger: terms.lastLedger,
      state: 'lent' as const,
      createdAt: now(),
    }
    await insertPart(tx, row)
    await bind(tx, row.id)
    return { ...row, endedAt: null, freedAt: null, settledAt: null }
  }
  try {
    return await db.transaction(lend)
  } catch (error) {
    if (error instanceof Unbound) return null
    throw error
  }
}
