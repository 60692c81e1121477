import { inWords, sentence, t } from '#contract/words/sentence.ts'
import type { SaleRow } from '#db/queries/trade/sales.ts'
import {
  findGivenRequest,
  type InnerOutcome,
  type SignRequestRow,
} from '#db/queries/sign-request/sign-requests.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { CheckReply, DrawProgress, Outcome, OutcomeRow } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { pendingReferences } from './keyed-request.ts'
import { explainResult, isSuccess } from '#worker/ledger/results.ts'
import { resolveSignRequest, type Trigger } from './resolve-sign-request.ts'

/**
 * Seconds after which a signed transaction that is not validated has the status `signed`, and the explorer shows the
 * outcome.
 */
const unvalidatedAfterSeconds = 90

/** The poll interval of the blocking form. */
const pollEveryMs = 1000
/** Maximum time that the blocking form waits. */
const blockForMs = 240_000

/** Returns the outcome of the inner transactions of a Batch. */
function innerOf({ batchTxid, inner }: SignRequestRow): Pick<Outcome, 'batchTxid' | 'inner'> {
  return {
    batchTxid,
    inner: inner?.map(({ txid, result, nftId }) => ({ txid, result, nftokenID: nftId })) ?? null,
  }
}

const nothingTried = sentence('None of it was carried out. Nothing has changed.')

/** Returns the outcome of each row of a request for several rows. The rows are the last inner transactions. */
function rowsOf({ context: { rows }, inner }: SignRequestRow): { rows?: OutcomeRow[] } {
  if (rows === undefined || inner === null) return {}
  const outcomes = inner.slice(inner.length - rows.length)
  const stoppedIndex = outcomes.findIndex(({ problem }) => problem !== undefined)
  const untriedOutcome =
    stoppedIndex < 0
      ? nothingTried
      : sentence('Not carried out, because row {row} failed.', { row: stoppedIndex + 1 })
  const outcomeRow = ({ result, problem }: InnerOutcome): Pick<OutcomeRow, 'status' | 'message'> => {
    if (result === null)
      return problem === undefined
        ? { status: 'ready', message: inWords(untriedOutcome) }
        : { status: 'failed', message: inWords(problem) }
    return isSuccess(result)
      ? { status: 'success', message: null }
      : { status: 'failed', message: inWords(explainResult(result)) }
  }
  return {
    rows: outcomes.map((outcome, place) => ({
      ...outcomeRow(outcome),
      rowKey: rows[place]?.rowKey ?? null,
      nftokenID: outcome.nftId ?? rows[place]?.nftId ?? null,
      txid: outcome.result === null ? null : outcome.txid,
      result: outcome.result,
    })),
  }
}

const nftOf = ({ context, inner }: SignRequestRow) =>
  context.nftId ?? inner?.find(({ nftId }) => nftId !== null)?.nftId ?? null

function buildOutcome(row: SignRequestRow, sale: SaleRow | null): Outcome {
  const paidAmount = sale?.paid ?? row.context.paid ?? null
  const fee = sale?.fee ?? null
  return {
    purpose: row.purpose,
    nftokenID: nftOf(row),
    txid: sale?.txid ?? row.txid,
    ledgerIndex: sale?.ledgerIndex ?? row.ledgerIndex,
    result: sale?.result ?? row.result,
    ...innerOf(row),
    ...rowsOf(row),
    paidDrops: paidAmount !== null && isDrops(paidAmount) ? paidAmount : null,
    feeDrops: fee !== null && isDrops(fee) ? fee : null,
    paid: paidAmount,
    fee,
  }
}

function pendingReply(row: SignRequestRow, now: Date): CheckReply {
  if (row.state === 'signed') {
    const waitedSeconds = row.signedAt === null ? 0 : (now.getTime() - row.signedAt.getTime()) / 1000
    if (waitedSeconds > unvalidatedAfterSeconds) {
      return {
        status: 'signed',
        data: t('The signer signed the request. But something went wrong.'),
        ...(row.txid === null ? {} : { txid: row.txid }),
        // The result of the wallet's own submission says nothing about the inner transactions of a Batch.
        ...(row.dispatchedResult === null || row.txjson.TransactionType === 'Batch'
          ? {}
          : { dispatched_result: row.dispatchedResult }),
      }
    }
    return { status: 'pending', stage: 'validating', ...(row.txid === null ? {} : { txid: row.txid }) }
  }
  return { status: 'pending', stage: row.opened ? 'opened' : 'waiting' }
}

function report(row: SignRequestRow, sale: SaleRow | null, now: Date): CheckReply {
  if (row.state === 'drawing') return { status: 'pending', stage: 'drawing' }
  if (row.state === 'created' || row.state === 'signed') return pendingReply(row, now)
  const end = {
    ...(row.message === null ? {} : { data: inWords(row.message) }),
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.txid === null ? {} : { txid: row.txid }),
  }
  if (row.state !== 'success') {
    return { status: row.state, ...end, ...(row.inner === null ? {} : { outcome: buildOutcome(row, null) }) }
  }
  if (sale === null) return { status: 'success', ...end, outcome: buildOutcome(row, null) }
  if (sale.state === 'matching') return { status: 'pending', stage: 'brokering', ...end }
  const txid = sale.txid ?? row.txid
  return {
    status: sale.state === 'completed' ? 'success' : 'failed',
    ...(sale.message === null ? {} : { data: inWords(sale.message) }),
    ...(sale.code === null ? {} : { code: sale.code }),
    ...(txid === null ? {} : { txid }),
    outcome: buildOutcome(row, sale),
  }
}

/** Advances a request, and the sale that it started, as far as possible. */
export async function advanceRequest(context: Context, request: SignRequestRow, trigger: Trigger = 'poll') {
  const row = await resolveSignRequest(context, request, trigger)
  const advanceSale = row.state === 'success' ? context.purposes[row.purpose].advanceSale : undefined
  return { row, sale: (await advanceSale?.(context, row)) ?? null }
}

/** Returns the phase of a request's draw. */
async function drawProgress(
  context: Context,
  row: SignRequestRow,
  { collectionId, number, receipt }: NonNullable<SignRequestRow['context']['draw']>,
): Promise<DrawProgress> {
  const phase =
    row.state === 'drawing' ? await context.purposes[row.purpose].drawPhase?.(context, row) : undefined
  return {
    collection: collectionId,
    number,
    phase: phase ?? 'drawn',
    ...(receipt === undefined ? {} : { receipt }),
  }
}

/** Returns the state of a signed-in account's request, after advancing it. */
export async function progressOf(context: Context, request: SignRequestRow): Promise<CheckReply> {
  const { row, sale } = await advanceRequest(context, request)
  const draw = row.context.draw === undefined ? undefined : await drawProgress(context, row, row.context.draw)
  return {
    ...report(row, sale, context.now()),
    ...pendingReferences(row),
    ...(draw === undefined ? {} : { draw }),
  }
}

/**
 * Waits for the outcome of a request (the blocking form). Many clients time out after five minutes, so the answer is
 * `pending` before that, and `check/{uuid}` returns the outcome.
 */
export async function awaitOutcome(context: Context, uuid: string): Promise<CheckReply> {
  const until = context.now().getTime() + blockForMs
  for (;;) {
    const row = await findGivenRequest(context.db.http, uuid)
    if (row === null) return { status: 'failed', data: t('The request is failed.'), code: 'internal' }
    const reply = await progressOf(context, row)
    if (reply.status !== 'pending') return reply
    if (context.now().getTime() > until) return reply
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
}
