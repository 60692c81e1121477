import type { Database, Transaction } from '#db/executor.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { LedgerPort } from '#worker/ports/ledger/port.ts'
import type { Chance } from './chance.ts'

/** Faults that are disabled at the end of a run, when index and ledger must agree. */
export interface Faults {
  on: boolean
  /** Number of occurrences of each fault. */
  occurrences: Map<string, number>
}

/** Wraps a ledger to simulate gaps, outages and a lagging head. */
export function faultyLedger(real: LedgerPort, faults: Faults, chance: Chance): LedgerPort {
  const occurs = (name: string, p: number) => {
    const struck = faults.on && chance.hits(p)
    if (struck) faults.occurrences.set(name, (faults.occurrences.get(name) ?? 0) + 1)
    return struck
  }
  return {
    ...real,
    async validatedHead() {
      if (occurs('server down', 0.05)) throw new Refusal('ledger_unavailable', 'down')
      const head = await real.validatedHead()
      return occurs('server behind', 0.2)
        ? { ...head, index: Math.max(1, head.index - 1 - chance.int(3)) }
        : head
    },
    async findLedger(index) {
      if (occurs('ledger missing', 0.1)) return null
      if (occurs('server down', 0.03)) throw new Refusal('ledger_unavailable', 'down')
      return real.findLedger(index)
    },
  }
}

/** Wraps a database whose client fails before or after a statement, but always before the commit is confirmed. */
export function faultyDatabase(real: Database, faults: Faults, chance: Chance): Database {
  const faulty =
    (transaction: Transaction): Transaction =>
    (work) =>
      transaction(async (tx) => {
        const result = await work(tx)
        if (faults.on && chance.hits(0.1)) {
          faults.occurrences.set(
            'killed before the commit',
            (faults.occurrences.get('killed before the commit') ?? 0) + 1,
          )
          throw new Error('killed')
        }
        return result
      })
  return {
    http: real.http,
    transaction: faulty(real.transaction),
    connection: (work) => real.connection((transaction) => work(faulty(transaction))),
  }
}
