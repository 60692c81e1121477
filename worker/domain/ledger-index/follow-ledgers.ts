import type { Transaction } from '#db/executor.ts'
import { findCursor, moveCursor, startCursor } from '#db/queries/ledger-index/writes.ts'
import type { Context } from '#worker/domain/context.ts'
import { isRejectedData } from '#contract/rules/rejected-data.ts'
import type { ReadLedger } from '#worker/ledger/read-ledger.ts'
import { applyOneByOne, applySettings, applyStretch } from './apply-transactions.ts'
import {
  prepareLedger,
  type PreparedLedger,
  type PreparedStretch,
  prepareStretch,
  type TimedLedger,
  type Turn,
} from './prepare-ledgers.ts'
import { type Pace, stretchesOf, usualPace } from './stretches.ts'

/** Ledgers fetched in parallel while catching up; fewer than the six connections of a worker. */
const maxPreparedLedgers = 4

/**
 * The first ledger with transactions. A new network creates ledgers 1 and 2 itself. Its servers do not store them,
 * although `complete_ledgers` may include them.
 */
export const firstLedger = 3

export interface FollowReport {
  from: number
  to: number
  ledgers: number
}

/** The part of the context that following ledgers needs. */
export type FollowContext = Pick<Context, 'db' | 'ledger' | 'rules' | 'now' | 'log'> & {
  settings: Pick<Context['settings'], 'ledgerStart'>
}

/** The last ledger that was applied. */
interface Applied {
  index: number
  closedAt: Date
}

async function startFollowing(context: FollowContext): Promise<Applied> {
  const cursor = await findCursor(context.db.http)
  if (cursor !== null) return { index: cursor.ledgerIndex, closedAt: cursor.closedAt }
  const head = await context.ledger.validatedHead()
  const start = context.settings.ledgerStart
  const at = start === null ? head.index - 1 : Math.max(start, firstLedger) - 1
  await startCursor(context.db.http, { ledgerIndex: at, ledgerHash: '', closedAt: head.closedAt })
  const cursorAtStart = await findCursor(context.db.http)
  return { index: cursorAtStart?.ledgerIndex ?? at, closedAt: cursorAtStart?.closedAt ?? head.closedAt }
}

/**
 * Returns a ledger with its close time. If that is unreadable, the close time of the previous ledger is used, which is
 * seconds earlier.
 */
function withTime(ledger: ReadLedger, previous: Date): TimedLedger {
  const { closedAt, transactions } = ledger
  if (closedAt !== null) return { ...ledger, closedAt }
  return {
    ...ledger,
    closedAt: previous,
    transactions: transactions.map((entry) => ({ ...entry, closedAt: previous })),
  }
}

type Apply = typeof applyStretch

/** Applies consecutive ledgers and advances the cursor in one transaction. Null if another follower was faster. */
async function applyTogether(
  context: FollowContext,
  transaction: Transaction,
  stretch: PreparedStretch,
  apply: Apply,
): Promise<Awaited<ReturnType<Apply>> | null> {
  const { ledgers } = stretch
  const [first, last] = [ledgers[0]?.ledger, ledgers.at(-1)?.ledger]
  if (first === undefined || last === undefined) return []
  const settings = await applySettings(context, last.closedAt)
  return transaction(async (tx) => {
    const hasMoved = await moveCursor(
      tx,
      { ledgerIndex: last.index, ledgerHash: last.hash, closedAt: last.closedAt },
      { ledgers: ledgers.length, from: first.closedAt },
    )
    return hasMoved ? apply(tx, stretch, settings) : null
  })
}

/** Applies ledgers like `applyTogether`, whatever they contain. Logs each kind of unknown data when it first occurs. */
async function applyAny(
  context: FollowContext,
  transaction: Transaction,
  stretch: PreparedStretch,
): Promise<boolean> {
  let unknownTokens: Awaited<ReturnType<Apply>> | null
  try {
    unknownTokens = await applyTogether(context, transaction, stretch, applyStretch)
  } catch (error) {
    if (!isRejectedData(error)) throw error
    const { ledgers } = stretch
    if (ledgers.length > 1) {
      for (const ledger of ledgers)
        if (!(await applyAny(context, transaction, await prepareStretch([ledger])))) return false
      return true
    }
    unknownTokens = await applyTogether(context, transaction, stretch, applyOneByOne)
  }
  for (const { kind, detail, ledgerIndex } of unknownTokens ?? [])
    context.log.warn('not_understood', { kind, detail, ledgerIndex })
  return unknownTokens !== null
}

const nextTurn: Turn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

/** Ledgers that were read, prepared for writing, and whether the last available ledger was reached. */
interface Reading {
  stretches: PreparedStretch[]
  isEnd: boolean
}

/** Groups ledgers into stretches. A stretch has more than one ledger only while many remain. */
async function prepareAll(ledgers: PreparedLedger[], isBehind: boolean, turn: Turn) {
  const stretches: PreparedStretch[] = []
  for (const stretch of isBehind ? stretchesOf(ledgers) : ledgers.map((ledger) => [ledger])) {
    stretches.push(await prepareStretch(stretch, turn))
    await turn()
  }
  return stretches
}

/**
 * Reads the ledgers after `last`, a few at a time, until there are enough for a stretch or `isAwaited` returns true.
 * Stops before a ledger that no server has.
 */
async function readAhead(
  { ledger }: FollowContext,
  last: Applied,
  head: number,
  pace: Pace,
  isAwaited: () => boolean,
): Promise<Reading> {
  const ledgers: PreparedLedger[] = []
  const isBehind = head - last.index > pace.behind
  const turn: Turn = () => (isAwaited() ? Promise.resolve() : nextTurn())
  let size = 0
  let { index, closedAt } = last
  while (index < head && ledgers.length < pace.ledgers && size < pace.transactions) {
    const start = index + 1
    const indexes = Array.from(
      { length: Math.min(maxPreparedLedgers, pace.ledgers - ledgers.length, head - index) },
      (_, i) => start + i,
    )
    for (const entry of await Promise.all(indexes.map((ledgerIndex) => ledger.findLedger(ledgerIndex)))) {
      if (entry === null) return { stretches: await prepareAll(ledgers, isBehind, turn), isEnd: true }
      const timedEntry = withTime(entry, closedAt)
      ledgers.push(prepareLedger(timedEntry))
      index = timedEntry.index
      closedAt = timedEntry.closedAt
      size += timedEntry.transactions.length
      await turn()
    }
    if (isAwaited()) break
  }
  return { stretches: await prepareAll(ledgers, isBehind, turn), isEnd: false }
}

/**
 * Follows validated ledgers from the cursor to the newest, without a gap, until the index is up to date or `deadline`
 * has passed. If no server has a ledger yet, the run ends, and the next run continues there. With `newest`, a validated
 * ledger that the caller already knows, the run ends at that ledger and requests no newer one.
 */
export function followLedgers(
  context: FollowContext,
  deadline: Date,
  newest: number | null = null,
  pace: Pace = usualPace,
): Promise<FollowReport> {
  return context.db.connection((transaction) => follow(context, transaction, deadline, newest, pace))
}

async function follow(
  context: FollowContext,
  transaction: Transaction,
  deadline: Date,
  newest: number | null,
  pace: Pace,
): Promise<FollowReport> {
  const start = await startFollowing(context)
  const report: FollowReport = { from: start.index, to: start.index, ledgers: 0 }
  let last: Applied | null = start
  let head = newest ?? (await context.ledger.validatedHead()).index
  while (last !== null && last.index < head && context.now() < deadline) {
    last = await followTo(context, transaction, last, head, { deadline, pace, report })
    if (last !== null && newest === null) head = (await context.ledger.validatedHead()).index
  }
  return report
}

/** Follows ledgers up to `head` and adds up the results. Null if this was not possible in time. */
async function followTo(
  context: FollowContext,
  transaction: Transaction,
  from: Applied,
  head: number,
  { deadline, pace, report }: { deadline: Date; pace: Pace; report: FollowReport },
): Promise<Applied | null> {
  let last = from
  let nextReading = readAhead(context, last, head, pace, () => true)
  try {
    while (last.index < head) {
      const { stretches, isEnd } = await nextReading
      const writeState = { isDone: false }
      if (!isEnd) {
        // The next ledgers are read while this stretch is written.
        const farthest = stretches.at(-1)?.ledgers.at(-1)?.ledger ?? last
        nextReading = readAhead(context, farthest, head, pace, () => writeState.isDone)
        nextReading.catch(() => undefined)
      }
      for (const stretch of stretches) {
        if (!(await applyAny(context, transaction, stretch))) return null
        last = stretch.ledgers.at(-1)?.ledger ?? last
        report.to = last.index
        report.ledgers += stretch.ledgers.length
        if (context.now() >= deadline) return null
      }
      writeState.isDone = true
      if (isEnd) return null
    }
    return last
  } finally {
    await nextReading.catch(() => undefined)
  }
}
