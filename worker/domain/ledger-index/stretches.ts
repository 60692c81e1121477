import { canBeToken } from '#worker/ledger/token-id.ts'
import type { Unread } from '#worker/ledger/unread.ts'
import type { PreparedLedger } from './prepare-ledgers.ts'

/** Size limits for groups of ledgers while catching up. */
export interface Pace {
  /** If more ledgers than this are left to read, several are written in one transaction. */
  behind: number
  /** Ledgers in one of them, at most, and transactions after which no more ledgers are read for it. */
  ledgers: number
  transactions: number
}

/** A stretch keeps the index locked for less than a second, because purchases wait for that lock. */
export const usualPace: Pace = { behind: 4, ledgers: 64, transactions: 4000 }

/**
 * True if tokens or accounts must be read from the ledger again. Offers alone do not end a stretch: cancelling an ended offer
 * is common, and later ledgers correct them.
 */
const leavesDoubt = ({ ids, accounts, balances, isIncomplete }: Unread) =>
  isIncomplete || accounts.size + balances.size > 0 || [...ids].some(canBeToken)

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/**
 * Groups consecutive ledgers so that writing a group has the same result as writing them one by one. A group has ledgers of one
 * day (UTC), because figures are stored by day. A ledger with unresolved parts is a group of its own.
 */
export function stretchesOf(ledgers: PreparedLedger[]): PreparedLedger[][] {
  const stretches: PreparedLedger[][] = []
  let open: { stretch: PreparedLedger[]; day: string } | null = null
  for (const ledger of ledgers) {
    const isAlone = leavesDoubt(ledger.changes.unread)
    const day = dayOf(ledger.ledger.closedAt)
    if (open === null || isAlone || open.day !== day) {
      open = { stretch: [], day }
      stretches.push(open.stretch)
    }
    open.stretch.push(ledger)
    if (isAlone) open = null
  }
  return stretches
}
