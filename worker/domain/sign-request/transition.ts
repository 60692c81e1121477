import { sentence, type Sentence } from '#contract/words/sentence.ts'
import type { Executor } from '#db/executor.ts'
import {
  type InnerOutcome,
  moveSignRequest,
  type SignRequestRow,
} from '#db/queries/sign-request/sign-requests.ts'
import type { ErrorCode } from '#contract/schemas/errors.ts'
import type { Context } from '#worker/domain/context.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { explainResult } from '#worker/ledger/results.ts'

type State = SignRequestRow['state']

interface Reason {
  code: ErrorCode
  message: Sentence
}

/** Events of a request, with the facts that its row stores. */
interface Events {
  /** The draw has a result, and the wallet has received the payload. */
  drawn: null
  /** The draw has ended without a transaction to sign. */
  undrawn: Reason
  /** The account has opened the request in the wallet. */
  opened: null
  /** The page is about to pass this transaction to its wallet. */
  page_opened: Pick<SignRequestRow, 'txjson'>
  /** The requested signature; the ledger decides the result. */
  signed: Pick<SignRequestRow, 'txid' | 'blob' | 'lastLedger' | 'dispatchedResult'>
  /** The requested signature from a page, which must send it before the request expires. */
  handed_in: Pick<SignRequestRow, 'txid' | 'blob' | 'lastLedger' | 'dispatchedResult'>
  /** The signature of a sign-in, which never reaches the ledger. */
  signed_in: { account: string }
  /** The signature of an account for its part of a Batch, which another account submits. */
  part_signed: { blob: string | null }
  /** A signature that is not the requested one. */
  mismatched: Reason
  rejected: null
  /** The request has expired: the wallet's platform reports it, or the page has not sent a signature. */
  expired: null
  /** The wallet's platform does not know the request, which is too old to be signed. */
  forgotten: null
  /** Validated, with success. */
  succeeded: ValidatedTransaction
  /** Validated, with any other result. */
  refused: ValidatedTransaction
  /**
   * A Batch whose requested effects are in a validated ledger; `main` is the inner transaction that represents the
   * Batch.
   */
  carried_out: { outer: ValidatedTransaction; main: ValidatedTransaction; inner: InnerOutcome[] }
  /** A Batch of which only the outer transaction is in a validated ledger. */
  undone: Reason & { outer: ValidatedTransaction; inner: InnerOutcome[] }
  /** Signed, but can no longer be validated, or was not validated within a day. */
  lost: { message: Sentence }
}

export type SignEvent = keyof Events

interface Rule<Facts> {
  /** States in which the event has an effect. */
  from: State[]
  to: State
  change(facts: Facts, at: Date): Partial<SignRequestRow>
}

const validatedFacts = ({ meta, ledgerIndex }: ValidatedTransaction, at: Date) => ({
  result: meta.TransactionResult,
  ledgerIndex,
  resolvedAt: at,
})

/**
 * The states of a sign request. A payload may be signed after it has expired, because the wallet platform's report may
 * arrive late. All other end states are final.
 */
export const transitions: { [E in SignEvent]: Rule<Events[E]> } = {
  drawn: { from: ['drawing'], to: 'created', change: () => ({}) },
  undrawn: {
    from: ['drawing'],
    to: 'failed',
    change: ({ code, message }, at) => ({ code, message, resolvedAt: at }),
  },
  opened: { from: ['created'], to: 'created', change: () => ({ opened: true }) },
  page_opened: { from: ['created'], to: 'created', change: ({ txjson }) => ({ opened: true, txjson }) },
  signed: {
    from: ['created', 'expired'],
    to: 'signed',
    change: (facts, at) => ({ ...facts, signedAt: at }),
  },
  handed_in: { from: ['created'], to: 'signed', change: (facts, at) => ({ ...facts, signedAt: at }) },
  signed_in: {
    from: ['created', 'expired'],
    to: 'success',
    change: ({ account }, at) => ({ account, resolvedAt: at }),
  },
  part_signed: {
    from: ['created', 'expired'],
    to: 'success',
    change: ({ blob }, at) => ({ blob, signedAt: at, resolvedAt: at }),
  },
  mismatched: {
    from: ['created', 'expired'],
    to: 'failed',
    change: ({ code, message }, at) => ({ code, message, resolvedAt: at }),
  },
  rejected: {
    from: ['created'],
    to: 'rejected',
    change: (_facts, at) => ({
      code: 'rejected',
      message: sentence('Request is rejected by signer.', { context: 'reply' }),
      resolvedAt: at,
    }),
  },
  expired: {
    from: ['created'],
    to: 'expired',
    change: (_facts, at) => ({
      code: 'expired',
      message: sentence('The request was not signed in time.', { context: 'reply' }),
      resolvedAt: at,
    }),
  },
  forgotten: {
    from: ['created'],
    to: 'expired',
    change: (_facts, at) => ({ code: 'expired', resolvedAt: at }),
  },
  succeeded: { from: ['signed'], to: 'success', change: validatedFacts },
  refused: {
    from: ['signed'],
    to: 'failed',
    change: (entry, at) => ({
      ...validatedFacts(entry, at),
      code: 'ledger_refused',
      message: explainResult(entry.meta.TransactionResult),
    }),
  },
  carried_out: {
    from: ['signed'],
    to: 'success',
    change: ({ outer, main, inner }, at) => ({
      ...validatedFacts(main, at),
      txid: main.hash,
      batchTxid: outer.hash,
      inner,
    }),
  },
  undone: {
    from: ['signed'],
    to: 'failed',
    change: ({ outer, inner, code, message }, at) => ({
      ledgerIndex: outer.ledgerIndex,
      batchTxid: outer.hash,
      resolvedAt: at,
      inner,
      code,
      message,
    }),
  },
  lost: {
    from: ['signed'],
    to: 'failed',
    change: ({ message }, at) => ({ code: 'not_submitted', message, resolvedAt: at }),
  },
}

/** Writes further changes in the transaction that stores a transition. Returns the request in its new state. */
type Follow = (tx: Executor, updatedRow: SignRequestRow) => Promise<SignRequestRow>

/**
 * Applies an event to a request and returns the request; null if its state does not accept the event, because another
 * worker was faster. The WHERE clause of the update decides.
 */
export async function transition<E extends SignEvent>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: string,
  event: E,
  facts: Events[E],
  follow?: Follow,
): Promise<SignRequestRow | null> {
  const { from, to, change } = transitions[event]
  const changes = { ...change(facts, now()), state: to }
  if (follow === undefined) return moveSignRequest(db.http, id, from, changes)
  return db.transaction(async (tx) => {
    const updatedRow = await moveSignRequest(tx, id, from, changes)
    return updatedRow === null ? null : follow(tx, updatedRow)
  })
}

/**
 * Ends a request that never reached the ledger, and settles its reservation in the same transaction, because a buyer
 * who tries again right after a rejection must not get the rejected request. Returns the request in its new state.
 */
export async function endRequest<E extends 'mismatched' | 'rejected' | 'expired' | 'forgotten' | 'lost'>(
  context: Context,
  row: SignRequestRow,
  event: E,
  facts: Events[E],
): Promise<SignRequestRow> {
  const { reservationId } = row.context
  if (reservationId === undefined) return (await transition(context, row.id, event, facts)) ?? row
  const { settleReservation, releaseReservation } = context.purposes[row.purpose]
  const endedRow = await transition(context, row.id, event, facts, async (tx, updatedRow) => {
    await settleReservation?.(tx)
    return updatedRow
  })
  if (endedRow !== null) releaseReservation?.(context, reservationId)
  return endedRow ?? row
}
