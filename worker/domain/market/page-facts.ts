import type { XrpPriceReply } from '#contract/schemas/prices.ts'
import type { Context } from '#worker/domain/context.ts'
import { readNewestLedger } from '#worker/domain/ledger-index/newest-ledger.ts'
import { getPrice } from '#worker/domain/prices/get-price.ts'
import type { LedgerPort } from '#worker/ports/ledger/port.ts'

/** Facts that every page contains. */
export interface PageFacts {
  price: XrpPriceReply
  /** A page that is read later includes everything up to this ledger; null before the first ledger. */
  ledgerIndex: number | null
}

const memoMs = 3000
const cache = new WeakMap<LedgerPort, { readAt: number; facts: PageFacts }>()

/**
 * Returns the facts that this isolate has cached in the last seconds. Returns null if they cannot be read: pages work
 * without them.
 */
export async function findPageFacts(context: Pick<Context, 'db' | 'ledger'>): Promise<PageFacts | null> {
  const memo = cache.get(context.ledger)
  if (memo !== undefined && Date.now() - memo.readAt < memoMs) return memo.facts
  try {
    const [price, newest] = await Promise.all([getPrice(context), readNewestLedger(context)])
    const facts = { price, ledgerIndex: newest?.index ?? null }
    // Facts without a price are not cached, so that the first price appears immediately.
    if (price.xrpPrice !== null) cache.set(context.ledger, { readAt: Date.now(), facts })
    return facts
  } catch {
    return null
  }
}
