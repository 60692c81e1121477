import type { Executor } from '#db/executor.ts'
import {
  consumeTicket,
  countLost,
  countOpen,
  endSubmission,
  findSubmission,
  freeTicket,
  insertSubmission,
  isTicketUsed,
  lockJournal,
  noteSubmitted,
  type SubmissionRow,
  takeTicket,
} from '#db/queries/journal/journal.ts'
import { costCeilingDrops, drawTickets, ticketFloor } from '#contract/limits/treasury.ts'
import type { Context } from '#worker/domain/context.ts'
import { currentKey } from '#worker/domain/ledger-index/marketplace-key.ts'
import { isReadOnly } from '#worker/domain/ledger-index/servers.ts'
import type { Fields, ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { isSuccess } from '#worker/ledger/results.ts'
import type { TreasuryOrder } from '#worker/ports/treasury/port.ts'

export interface SubmissionOrder {
  /** Unique key of the purpose, which is executed at most once. */
  purpose: string
  kind: SubmissionRow['kind']
  /** The account that the transaction serves. Limits are counted per account. */
  counterparty: string | null
  /** Sequence of the account, used instead of a ticket. Only for transactions that create tickets. */
  sequence?: number
  fields: { TransactionType: string } & Fields
  /**
   * Number of lost attempts after which the submission is abandoned. If undefined, attempts continue forever, with pauses
   * between them.
   */
  giveUpAfter?: number
  /**
   * Returns true if the transaction is still needed. Checked in the transaction that journals it, with a lock on the row
   * that decides this. Code that ends that row looks for a submission under the same lock, so neither can miss the other.
   */
  isWanted?: (tx: Executor) => Promise<boolean>
  /** Describes the transaction to the key's policy. */
  order: (tx: Fields) => TreasuryOrder
}

export type SubmissionState =
  | { state: 'open' }
  /** Validated, with a final result. */
  | { state: 'succeeded' | 'failed'; entry: ValidatedTransaction }
  /** Abandoned: no attempt was validated. */
  | { state: 'lost' }

/** Number of ledgers within which a transaction must be included. */
export const ledgerWindow = 20
/** A blob that no ledger has included after this time is resubmitted unchanged. */
const submitAgainMs = 6000
/** After this many consecutive lost attempts, each further attempt is delayed, because the cause may be temporary. */
const attemptsInARow = 5
const pauseMinutes = 10
/**
 * Maximum number of open submissions per kind, and per counterparty, so that no kind or customer uses up the tickets.
 */
const openLimit = {
  broker: 80,
  cancel: 40,
  tickets: 1,
  mint: 30,
  offer: 30,
  payout: 20,
  burn: 10,
  total: 5,
  epoch: 8,
  anchor: 1,
} as const
const counterpartyLimit = 10
/**
 * Submissions of these kinds may not use the last tickets, which are reserved for transactions that release reserve.
 */
const locksReserve = new Set<SubmissionRow['kind']>(['mint', 'offer', 'total'])
/** Draws must not wait for other work, so some tickets are reserved for them. */
const ofDraws = new Set<SubmissionRow['kind']>(['epoch', 'anchor'])

function keptTickets(kind: SubmissionRow['kind']): number {
  if (ofDraws.has(kind)) return 0
  return locksReserve.has(kind) ? ticketFloor : drawTickets
}

async function isCapped({ log }: Context, db: Executor, { kind, counterparty }: SubmissionOrder) {
  const open = await countOpen(db, kind, counterparty)
  if (open.all < openLimit[kind] && open.ofCounterparty < counterpartyLimit) return false
  log.warn('submission_capped', { kind, counterparty })
  return true
}

async function prepare(context: Context, order: SubmissionOrder): Promise<SubmissionRow | null> {
  const { db, ledger, treasury, log, now } = context
  if (await isReadOnly(context)) {
    log.warn('submission_waits_for_ledger', { purpose: order.purpose })
    return null
  }
  if (await isCapped(context, db.http, order)) return null
  const [head, cost, key] = await Promise.all([
    ledger.validatedHead(),
    ledger.transactionCost(),
    currentKey(context),
  ])
  const id = crypto.randomUUID()
  return db.transaction(async (tx) => {
    if (order.isWanted !== undefined && !(await order.isWanted(tx))) return null
    const needsReserveLock = locksReserve.has(order.kind)
    // Kinds that share the floor of tickets are prepared one after another.
    await lockJournal(tx, needsReserveLock ? 'work' : order.kind)
    if (await isCapped(context, tx, order)) return null
    const ticket = order.sequence === undefined ? await takeTicket(tx, id, keptTickets(order.kind)) : null
    if (order.sequence === undefined && ticket === null) {
      log.warn('no_free_ticket', { purpose: order.purpose })
      return null
    }
    const fields: Fields = {
      ...order.fields,
      Account: treasury.account,
      Fee: (cost < costCeilingDrops ? cost : costCeilingDrops).toString(),
      LastLedgerSequence: head.index + ledgerWindow,
      ...(ticket === null ? { Sequence: order.sequence } : { Sequence: 0, TicketSequence: ticket }),
    }
    const { blob, hash } = treasury.sign(order.order(fields), key)
    const row = {
      id,
      purpose: order.purpose,
      kind: order.kind,
      counterparty: order.counterparty,
      tx: { ...fields, TransactionType: order.fields.TransactionType },
      blob,
      hash,
      ticket,
      lastLedger: head.index + ledgerWindow,
      state: 'prepared' as const,
      createdAt: now(),
    }
    if (await insertSubmission(tx, row)) {
      return { ...row, preliminary: null, result: null, ledgerIndex: null, submittedAt: null, finalAt: null }
    }
    // Another worker has this purpose. This worker returns the ticket.
    if (ticket !== null) await freeTicket(tx, id)
    return null
  })
}

async function submit({ db, ledger, log, now }: Context, row: SubmissionRow) {
  const reply = await ledger.submit(row.blob)
  log.info('submitted', { purpose: row.purpose, hash: row.hash, preliminary: reply.code })
  await noteSubmitted(db.http, row.id, reply.code, now())
}

async function finish(
  context: Context,
  row: SubmissionRow,
  entry: ValidatedTransaction,
): Promise<SubmissionState> {
  const result = entry.meta.TransactionResult
  const state = isSuccess(result) ? ('succeeded' as const) : ('failed' as const)
  await context.db.transaction(async (tx) => {
    const endedRow = await endSubmission(tx, row.id, {
      state,
      result,
      ledgerIndex: entry.ledgerIndex,
      finalAt: context.now(),
    })
    if (endedRow) await consumeTicket(tx, row.id)
  })
  context.log.info('validated', {
    purpose: row.purpose,
    hash: row.hash,
    result,
    ledgerIndex: entry.ledgerIndex,
  })
  return { state, entry }
}

/**
 * Returns why a submission can no longer be validated; null while it can. A server's "not found" proves nothing,
 * because the server may lag or lack history. Proof is an unused ticket in a ledger after LastLedgerSequence, or
 * another transaction that used the ticket. (Creating tickets uses no ticket; creating them twice is harmless.)
 */
async function whyImpossible(
  context: Context,
  row: SubmissionRow,
): Promise<'too_late' | 'ticket_used' | null> {
  const { ledger, treasury, db } = context
  if (row.ticket === null) return (await ledger.validatedHead()).index > row.lastLedger ? 'too_late' : null
  const ticket = await ledger.findTicket(treasury.account, row.ticket)
  if (ticket.ledgerIndex <= row.lastLedger) return null
  if (ticket.exists) return 'too_late'
  return (await isTicketUsed(db.http, row)) ? 'ticket_used' : null
}

/** Reads the result of an open submission, ends it if it can no longer be validated, or resubmits the same blob. */
export async function advanceOpenSubmission(context: Context, row: SubmissionRow): Promise<SubmissionState> {
  const { ledger, db, now, log } = context
  const entry = await ledger.findTransaction(row.hash)
  if (entry !== null) return finish(context, row, entry)
  const impossible = await whyImpossible(context, row)
  if (impossible !== null) {
    await db.transaction(async (tx) => {
      const endedRow = await endSubmission(tx, row.id, {
        state: 'lost',
        result: null,
        ledgerIndex: null,
        finalAt: now(),
      })
      if (endedRow) await (impossible === 'ticket_used' ? consumeTicket : freeTicket)(tx, row.id)
    })
    log.warn('submission_lost', { purpose: row.purpose, hash: row.hash, impossible })
    return { state: 'open' }
  }
  const waitedMs = row.submittedAt === null ? null : now().getTime() - row.submittedAt.getTime()
  if (waitedMs === null || waitedMs > submitAgainMs) await submit(context, row)
  return { state: 'open' }
}

/**
 * Advances a purpose as far as possible: prepares and journals a transaction, submits it, or reads its validated
 * result. Safe to call from anywhere, any number of times, after any crash. `settle` also applies the result.
 */
export async function advanceSubmission(context: Context, order: SubmissionOrder): Promise<SubmissionState> {
  const latest = await findSubmission(context.db.http, order.purpose)
  if (latest !== null && (latest.state === 'prepared' || latest.state === 'submitted'))
    return advanceOpenSubmission(context, latest)
  if (latest !== null && (latest.state === 'succeeded' || latest.state === 'failed')) {
    const entry = await context.ledger.findTransaction(latest.hash)
    return entry === null ? { state: 'open' } : { state: latest.state, entry }
  }
  if (latest !== null) {
    const lostCount = await countLost(context.db.http, order.purpose)
    if (order.giveUpAfter !== undefined && lostCount >= order.giveUpAfter) return { state: 'lost' }
    const waitUntil = (latest.finalAt?.getTime() ?? 0) + pauseMinutes * 60_000
    if (lostCount >= attemptsInARow && context.now().getTime() < waitUntil) return { state: 'open' }
  }
  const row = await prepare(context, order)
  if (row !== null) await submit(context, row)
  return { state: 'open' }
}
