import type { Transaction } from '#db/executor.ts'
import { findCursor, moveCursor, startCursor } from '#db/queries/index-writes.ts'
import type { Context } from '#worker/domain/context.ts'
import type { ValidatedLedger } from '#worker/ports/ledger/port.ts'
import { applySettings, applyTransactions } from './apply-transactions.ts'

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
export type FollowContext = Pick<Context, 'db' | 'ledger' | 'rules' | 'now'> & {
  settings: Pick<Context['settings'], 'ledgerStart'>
}

async function begin(context: FollowContext): Promise<number> {
  const cursor = await findCursor(context.db.read)
  if (cursor !== null) return cursor.ledgerIndex
  const head = await context.ledger.validatedHead()
  const start = context.settings.ledgerStart
  const at = start === null ? head.index - 1 : Math.max(start, firstLedger) - 1
  await startCursor(context.db.read, { ledgerIndex: at, ledgerHash: '', closedAt: head.closedAt })
  return (await findCursor(context.db.read))?.ledgerIndex ?? at
}

/** Applies one ledger and moves the cursor in one transaction. False when another follower was faster. */
async function applyLedger(
  context: FollowContext,
  transaction: Transaction,
  ledger: ValidatedLedger,
): Promise<boolean> {
  const settings = await applySettings(context, ledger.closedAt)
  return transaction(async (tx) => {
    const moved = await moveCursor(tx, {
      ledgerIndex: ledger.index,
      ledgerHash: ledger.hash,
      closedAt: ledger.closedAt,
    })
    if (moved) await applyTransactions(tx, ledger.transactions, settings)
    return moved
  })
}

/**
 * Follows validated ledgers from the cursor to the newest, without a gap, until it is up to date or `deadline` has passed. A ledger
 * that no server has yet ends the run; the next run continues there.
 */
export function followLedgers(context: FollowContext, deadline: Date): Promise<FollowReport> {
  return context.db.connection((transaction) => follow(context, transaction, deadline))
}

async function follow(
  context: FollowContext,
  transaction: Transaction,
  deadline: Date,
): Promise<FollowReport> {
  const from = await begin(context)
  const report: FollowReport = { from, to: from, ledgers: 0 }
  let head = (await context.ledger.validatedHead()).index
  while (report.to < head && context.now() < deadline) {
    const wanted = Array.from({ length: Math.min(ahead, head - report.to) }, (_, i) => report.to + 1 + i)
    const ledgers = await Promise.all(wanted.map((index) => context.ledger.findLedger(index)))
    for (const ledger of ledgers) {
      if (ledger === null) return report
      if (!(await applyLedger(context, transaction, ledger))) return report
      report.to = ledger.index
      report.ledgers += 1
    }
    if (report.to >= head) head = (await context.ledger.validatedHead()).index
  }
  return report
}
