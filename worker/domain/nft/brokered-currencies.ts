import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import type { LedgerPort } from '#worker/ports/ledger/port.ts'

/** Trust lines are cached for this long, because they change only when the operator sets one. */
const keepMs = 60_000

const memos = new WeakMap<LedgerPort, { readAt: number; lines: Set<string> }>()

const currencyKey = (amount: { currency: string; issuer: string }) => `${amount.currency}.${amount.issuer}`

async function readLines({ ledger, treasury, now }: Context): Promise<Set<string>> {
  const memo = memos.get(ledger)
  if (memo !== undefined && now().getTime() - memo.readAt < keepMs) return memo.lines
  const lines = await ledger.listLines(treasury.account)
  // Only trust lines with a limit, because the marketplace could not receive a fee without one.
  const usable = lines.filter((line) => line.limit !== '0' && !line.frozen)
  const fresh = new Set(usable.map(currencyKey))
  memos.set(ledger, { readAt: now().getTime(), lines: fresh })
  return fresh
}

export type Brokered = (amount: { currency: string; issuer: string }) => boolean

/**
 * Returns the issued currencies that the marketplace brokers: those for which it has a trust line (docs/money.md, 4).
 * If the ledger does not answer, returns the last known currencies, or none.
 */
export async function brokeredCurrencies(context: Context): Promise<Brokered> {
  try {
    const lines = await readLines(context)
    return (amount) => lines.has(currencyKey(amount))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    context.log.warn('trust_lines_unknown', { code: error.code })
    const last = memos.get(context.ledger)?.lines
    return (amount) => last?.has(currencyKey(amount)) === true
  }
}
