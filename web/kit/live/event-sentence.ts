import type { MarketEvent } from '#contract/schemas/events.ts'
import { amountInWords } from '#contract/words/amount-words.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { t } from '#web/messages.ts'

/** Describes an event for screen readers; null if nothing visible changes. */
function sentenceOf({ kind, name, amount }: MarketEvent, tokens: readonly ListedToken[]): string | null {
  const work = name ?? t('A work')
  const price = amount === null ? t('nothing') : amountInWords(amount, tokens)
  const sentences: Partial<Record<MarketEvent['kind'], string>> = {
    listed: t('{work} is for sale at {price}.', { work, price }),
    price_changed: t('{work} now costs {price}.', { work, price }),
    listing_cancelled: t('{work} is no longer for sale.', { work }),
    bid: t('New bid on {work}: {price}.', { work, price }),
    bid_withdrawn: t('A bid on {work} was withdrawn.', { work }),
    auction_begun: t('An auction of {work} has begun.', { work }),
    auction_extended: t('The auction of {work} now ends five minutes later.', { work }),
    auction_settled: t('The auction of {work} ended at {price}.', { work, price }),
    auction_cancelled: t('The auction of {work} was cancelled.', { work }),
    sold: t('{work} was sold for {price}.', { work, price }),
    transferred: t('{work} has a new owner.', { work }),
    minted: t('{work} was minted.', { work }),
    burned: t('{work} was burned.', { work }),
  }
  return sentences[kind] ?? null
}

/** Summarizes events in one sentence: the latest event and the number of others. */
export function newsOf(events: readonly MarketEvent[], tokens: readonly ListedToken[]): string {
  const sentences = [...new Set(events.flatMap((event) => sentenceOf(event, tokens) ?? []))]
  const last = sentences.at(-1)
  if (last === undefined) return ''
  const moreCount = sentences.length - 1
  return moreCount === 0
    ? last
    : t('{last} And {others, plural, one {# more change} other {# more changes}}.', {
        last,
        others: moreCount,
      })
}
