import type { MarketEvent } from '#worker/contract/event-schemas.ts'
import { amountInWords } from '#worker/contract/money.ts'
import type { ListedToken } from '#worker/contract/tokens.ts'

/** What happened, for a screen reader; null for what changes nothing that can be seen. */
function sentenceOf({ kind, name, amount }: MarketEvent, tokens: readonly ListedToken[]): string | null {
  const work = name ?? 'A work'
  const price = amount === null ? null : amountInWords(amount, tokens)
  const sentences: Partial<Record<MarketEvent['kind'], string>> = {
    listed: `${work} is for sale at ${price}.`,
    price_changed: `${work} now costs ${price}.`,
    listing_cancelled: `${work} is no longer for sale.`,
    bid: `New bid on ${work}: ${price}.`,
    bid_withdrawn: `A bid on ${work} was withdrawn.`,
    auction_begun: `An auction of ${work} has begun.`,
    auction_settled: `The auction of ${work} has ended at ${price}.`,
    auction_cancelled: `The auction of ${work} was cancelled.`,
    sold: `${work} was sold for ${price}.`,
    transferred: `${work} has a new owner.`,
    minted: `${work} was minted.`,
    burned: `${work} was burned.`,
  }
  return sentences[kind] ?? null
}

/** One sentence for all of them: what happened last, and how much else. */
export function newsOf(events: readonly MarketEvent[], tokens: readonly ListedToken[]): string {
  const sentences = [...new Set(events.flatMap((event) => sentenceOf(event, tokens) ?? []))]
  const last = sentences.at(-1)
  if (last === undefined) return ''
  const others = sentences.length - 1
  return others === 0 ? last : `${last} And ${others} more ${others === 1 ? 'change' : 'changes'}.`
}
