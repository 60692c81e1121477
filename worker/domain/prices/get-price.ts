import { queryUsdPrice } from '#db/queries/prices.ts'
import type { XrpPriceReply } from '#worker/contract/price-schemas.ts'
import type { Context } from '#worker/domain/context.ts'
import type { LedgerPort } from '#worker/ports/ledger/port.ts'
import { priceView } from './price-view.ts'

/** The oracles are read once a minute. */
const memoMs = 30_000

const seen = new WeakMap<LedgerPort, { readAt: number; reply: XrpPriceReply }>()

export async function getPrice({ db }: Pick<Context, 'db'>): Promise<XrpPriceReply> {
  const [row] = await queryUsdPrice(db.read)
  return { xrpPrice: row === undefined ? null : priceView(row) }
}

/** The same for pages, as this isolate has read it lately. Null when it cannot be read: pages do without it. */
export async function findRecentPrice(
  context: Pick<Context, 'db' | 'ledger'>,
): Promise<XrpPriceReply | null> {
  const known = seen.get(context.ledger)
  if (known !== undefined && Date.now() - known.readAt < memoMs) return known.reply
  try {
    const reply = await getPrice(context)
    // Without a price it is asked for again: the first one shows at once.
    if (reply.xrpPrice !== null) seen.set(context.ledger, { readAt: Date.now(), reply })
    return reply
  } catch {
    return null
  }
}
