import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { isFields, type ValidatedTransaction } from './ledger-json.ts'
import { isPosition, readEntry, type Unplaced } from './read-entry.ts'
import { addRereads, isId, recordNote, noRereads, type Rereads } from './rereads.ts'

/** A ledger in a server's reply. */
export interface ReadLedger {
  index: number
  /** Empty if the ledger is unreadable. */
  hash: string
  /** Null when no time in the reply is readable. */
  closedAt: Date | null
  /** Transactions in execution order, as far as it is known. */
  transactions: ValidatedTransaction[]
  /** False when the order of execution is uncertain. */
  isOrdered: boolean
  /** False when the position of a transaction is inferred from the other positions. */
  isPlaced: boolean
  rereads: Rereads
}

/** Returns true for a ledger time; 0 is the close time of the first ledger. */
const isRippleTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32

const dateOf = (value: unknown): Date | null => {
  if (isRippleTime(value)) return rippleTimeToDate(value)
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * Returns the close time, which a ledger contains twice. If the two values differ, uses the one that is consistent with
 * the parent's close time.
 */
function closeTimeOf(ledger: Record<string, unknown>, rereads: Rereads): Date | null {
  const times = [dateOf(ledger.close_time), dateOf(ledger.close_time_iso)].filter((time) => time !== null)
  const [first, second] = times
  if (first === undefined || !isRippleTime(ledger.close_time)) recordNote(rereads, 'ledger', 'close_time')
  if (first === undefined || second === undefined || first.getTime() === second.getTime())
    return first ?? dateOf(ledger.parent_close_time)
  recordNote(rereads, 'ledger', 'close_time')
  const parent = dateOf(ledger.parent_close_time)?.getTime() ?? 0
  const distanceTo = (time: Date) =>
    time.getTime() < parent ? Number.POSITIVE_INFINITY : time.getTime() - parent
  return distanceTo(first) <= distanceTo(second) ? first : second
}

/** Root of an empty transaction tree. Source: xrpl.org "Ledger Header" (transaction_hash). */
const noTransactions = '0'.repeat(64)

function listOf(ledger: Record<string, unknown>, rereads: Rereads): unknown[] {
  const { transactions: list, transaction_hash: root } = ledger
  const entries: unknown[] = Array.isArray(list) ? list : []
  if (entries.length === 0 && root !== noTransactions) {
    recordNote(rereads, 'missing_transaction')
    rereads.isIncomplete = true
  }
  return entries
}

/**
 * Sorts transactions by their index. Indexes have no gaps: a single missing index belongs to the one transaction
 * without an index, and a larger gap means missing transactions. Source: xrpl.org "Transaction Metadata"
 * (TransactionIndex).
 */
function inOrder(
  entries: Unplaced[],
  unreadable: number,
  rereads: Rereads,
): Pick<ReadLedger, 'transactions' | 'isOrdered' | 'isPlaced'> {
  const total = entries.length + unreadable
  const counts = new Map<number, number>()
  for (const { meta } of entries)
    if (meta.TransactionIndex !== null)
      counts.set(meta.TransactionIndex, (counts.get(meta.TransactionIndex) ?? 0) + 1)
  const placeOf = ({ meta: { TransactionIndex: place } }: Unplaced) =>
    place !== null && counts.get(place) === 1 ? place : null
  if ([...counts.keys()].some((position) => position >= total)) {
    recordNote(rereads, 'missing_transaction')
    rereads.isIncomplete = true
  }
  const unplacedEntries = entries.filter((entry) => placeOf(entry) === null)
  const free = Array.from({ length: total }, (_, position) => position).filter(
    (position) => counts.get(position) !== 1,
  )
  const isOrdered = unplacedEntries.length === 0 || (unplacedEntries.length === 1 && free.length === 1)
  if (unplacedEntries.length > 0) recordNote(rereads, 'order', '', unplacedEntries.length)
  const transactions = entries.map((entry): ValidatedTransaction => {
    const position = placeOf(entry) ?? free[unplacedEntries.indexOf(entry)] ?? total
    return { ...entry, meta: { ...entry.meta, TransactionIndex: position } }
  })
  return {
    transactions: transactions.toSorted((a, b) => a.meta.TransactionIndex - b.meta.TransactionIndex),
    isOrdered,
    isPlaced: unplacedEntries.length === 0,
  }
}

/**
 * Parses a validated ledger from the result of `ledger` (api_version 2, expanded). Omits malformed parts and records
 * them in `rereads`. Returns null if the reply is about another ledger or the ledger is not validated. Never throws.
 */
export function readLedger(result: Record<string, unknown>, index: number): ReadLedger | null {
  const { ledger, ledger_hash: hash, ledger_index: ledgerIndex, validated } = result
  if (validated !== true || Number(ledgerIndex) !== index) return null
  const rereads = noRereads()
  const header = isFields(ledger) ? ledger : {}
  const closedAt = closeTimeOf(header, rereads)
  if (!isId(hash)) recordNote(rereads, 'ledger', 'ledger_hash')
  const place = { ledgerIndex: index, closedAt: closedAt ?? new Date(0) }
  const entries = new Map<string, Unplaced>()
  let unreadable = 0
  for (const raw of listOf(header, rereads)) {
    const { entry, rereads: entryRereads } = readEntry(raw, place)
    addRereads(rereads, entryRereads)
    if (entry === null) unreadable += 1
    // A ledger contains each transaction only once.
    else if (!entries.has(entry.hash)) entries.set(entry.hash, entry)
  }
  return {
    index,
    hash: isId(hash) ? hash : '',
    closedAt,
    ...inOrder([...entries.values()], unreadable, rereads),
    rereads,
  }
}

/** Parses a transaction from the result of `tx`; null if it is not validated or unreadable. */
export function readTransactionReply(result: Record<string, unknown>): ValidatedTransaction | null {
  const { validated, ledger_index: index, close_time_iso: closeTime } = result
  const ledgerIndex = Number(index)
  const closedAt = dateOf(closeTime)
  if (validated !== true || closedAt === null || !Number.isSafeInteger(ledgerIndex) || ledgerIndex < 1)
    return null
  const { entry } = readEntry(result, { ledgerIndex, closedAt })
  if (entry === null || !isPosition(entry.meta.TransactionIndex)) return null
  return { ...entry, meta: { ...entry.meta, TransactionIndex: entry.meta.TransactionIndex } }
}
