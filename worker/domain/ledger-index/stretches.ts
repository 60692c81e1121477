import { canBeToken } from '#worker/ledger/token-id.ts'
import type { Rereads } from '#worker/ledger/rereads.ts'
import type { PreparedLedger } from './prepare-ledgers.ts'

/** Size limits for groups of ledgers while catching up. */
export interface Pace {
  /** Number of remaining ledgers above which several are written in one transaction. */
  behind: number
  /**
   * Maximum number of ledgers in one transaction, and the number of transactions after which no further ledgers are added.
   */
  ledgers: number
  transactions: number
}

/** Small enough to hold the index lock for less than a second, because purchases wait for it. */
export const usualPace: Pace = { behind: 4, ledgers: 64, transactions: 4000 }

/**
 * True if tokens or accounts must be read from the ledger again. Offers alone do not end a stretch: cancelling an ended
 * offer is common, and later ledgers correct it.
 */
const leavesDoubt = ({ ids, accounts, balances, isIncomplete }: Rereads) =>
  isIncomplete || accounts.size + balances.size > 0 || [...ids].some(canBeToken)

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/**
 * Groups consecutive ledgers so that writing a group has the same result as writing them one by one. All ledgers of a
 * group are of one day (UTC), because figures are stored by day. A ledger with unresolved parts forms its own group.
 */
export function stretchesOf(ledgers: PreparedLedger[]): PreparedLedger[][] {
  const stretches: PreparedLedger[][] = []
  let open: { stretch: PreparedLedger[]; day: string } | null = null
  for (const ledger of ledgers) {
    const isAlone = leavesDoubt(ledger.changes.rereads)
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
