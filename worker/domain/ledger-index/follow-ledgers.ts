import type { Transaction } from '#db/executor.ts'
import { findCursor, moveCursor, startCursor } from '#db/queries/index-writes.ts'
import type { Context } from '#worker/domain/context.ts'
import { isRejectedData } from '#worker/contract/rejected-data.ts'
import type { ReadLedger } from '#worker/ledger/read-ledger.ts'
import { applyOneByOne, applySettings, applyWholeLedger } from './apply-transactions.ts'

/** Ledgers fetched at once while catching up; below the six connections that a worker has. */
const ahead = 4

/**
 * The first ledger with transactions: a new network makes 1 and 2 by itself, and its servers do not store them, although
 * `complete_ledgers` may name them.
 */
const firstLedger = 3

export interface FollowReport {
  from: number
  to: number
  ledgers: number
}

/** What following needs of the context. */
export type FollowContext = Pick<Context, 'db' | 'ledger' | 'rules' | 'now' | 'log'> & {
  settings: Pick<Context['settings'], 'ledgerStart'>
}

/** The last ledger that was applied. */
interface Applied {
  index: number
  closedAt: Date
}

async function begin(context: FollowContext): Promise<Applied> {
  const cursor = await findCursor(context.db.read)
  if (cursor !== null) return { index: cursor.ledgerIndex, closedAt: cursor.closedAt }
  const head = await context.ledger.validatedHead()
  const start = context.settings.ledgerStart
  const at = start === null ? head.index - 1 : Math.max(start, firstLedger) - 1
  await startCursor(context.db.read, { ledgerIndex: at, ledgerHash: '', closedAt: head.closedAt })
  const started = await findCursor(context.db.read)
  return { index: started?.ledgerIndex ?? at, closedAt: started?.closedAt ?? head.closedAt }
}

/** A ledger whose close time is unreadable gets that of the ledger before it, seconds earlier. */
function withTime(ledger: ReadLedger, previous: Date): ReadLedger & { closedAt: Date } {
  const { closedAt, transactions } = ledger
  if (closedAt !== null) return { ...ledger, closedAt }
  return {
    ...ledger,
    closedAt: previous,
    transactions: transactions.map((entry) => ({ ...entry, closedAt: previous })),
  }
}

type Apply = typeof applyWholeLedger

/** Applies one ledger and moves the cursor in one transaction. Null when another follower was faster. */
async function applyLedger(
  context: FollowContext,
  transaction: Transaction,
  ledger: ReadLedger & { closedAt: Date },
  apply: Apply,
): Promise<Awaited<ReturnType<Apply>> | null> {
  const settings = await applySettings(context, ledger.closedAt)
  return transaction(async (tx) => {
    const moved = await moveCursor(tx, {
      ledgerIndex: ledger.index,
      ledgerHash: ledger.hash,
      closedAt: ledger.closedAt,
    })
    return moved ? apply(tx, ledger, settings) : null
  })
}

/** The same, whatever the ledger contains. Logs each kind of data that was not understood when it first occurs. */
async function applyAny(
  context: FollowContext,
  transaction: Transaction,
  found: ReadLedger,
  previous: Date,
): Promise<Applied | null> {
  const ledger = withTime(found, previous)
  const unknown = await applyLedger(context, transaction, ledger, applyWholeLedger).catch(
    (error: unknown) => {
      if (!isRejectedData(error)) throw error
      return applyLedger(context, transaction, ledger, applyOneByOne)
    },
  )
  if (unknown === null) return null
  for (const { kind, detail } of unknown)
    context.log.warn('not_understood', { kind, detail, ledgerIndex: ledger.index })
  return { index: ledger.index, closedAt: ledger.closedAt }
}

/**
 * Follows validated ledgers from the cursor to the newest, without a gap, until it is up to date or `deadline` has passed. A ledger
 * that no server has yet ends the run; the next run continues there. `known` is a validated ledger that the caller has just heard of:
 * then the run ends with it, and asks for no newer one.
 */
export function followLedgers(
  context: FollowContext,
  deadline: Date,
  known: number | null = null,
): Promise<FollowReport> {
  return context.db.connection((transaction) => follow(context, transaction, deadline, known))
}

async function follow(
  context: FollowContext,
  transaction: Transaction,
  deadline: Date,
  known: number | null,
): Promise<FollowReport> {
  let last = await begin(context)
  const report: FollowReport = { from: last.index, to: last.index, ledgers: 0 }
  let head = known ?? (await context.ledger.validatedHead()).index
  while (report.to < head && context.now() < deadline) {
    const wanted = Array.from({ length: Math.min(ahead, head - report.to) }, (_, i) => report.to + 1 + i)
    const ledgers = await Promise.all(wanted.map((index) => context.ledger.findLedger(index)))
    for (const ledger of ledgers) {
      const applied = ledger && (await applyAny(context, transaction, ledger, last.closedAt))
      if (applied === null) return report
      last = applied
      report.to = applied.index
      report.ledgers += 1
    }
    if (report.to >= head && known === null) head = (await context.ledger.validatedHead()).index
  }
  return report
}
