import type { MarketEvent } from '#worker/contract/event-schemas.ts'
import { amountInWords } from '#worker/contract/amount-words.ts'
import type { ListedToken } from '#worker/contract/tokens.ts'
import { m } from '#web/messages.ts'

/** What happened, for a screen reader; null for what changes nothing that can be seen. */
function sentenceOf({ kind, name, amount }: MarketEvent, tokens: readonly ListedToken[]): string | null {
  const work = name ?? m.kit_event_sentence_a_work
  const price = amount === null ? m.kit_event_sentence_nothing : amountInWords(amount, tokens)
  const sentences: Partial<Record<MarketEvent['kind'], string>> = {
    listed: m.kit_event_sentence_is_for_sale_at({ work, price }),
    price_changed: m.kit_event_sentence_now_costs({ work, price }),
    listing_cancelled: m.kit_event_sentence_no_longer_sale({ work }),
    bid: m.kit_event_sentence_new_bid_on({ work, price }),
    bid_withdrawn: m.kit_event_sentence_bid_withdrawn({ work }),
    auction_begun: m.kit_event_sentence_auction_begun({ work }),
    auction_settled: m.kit_event_sentence_auction_ended({ work, price }),
    auction_cancelled: m.kit_event_sentence_auction_cancelled({ work }),
    sold: m.kit_event_sentence_was_sold_for({ work, price }),
    transferred: m.kit_event_sentence_has_a_new_owner({ work }),
    minted: m.kit_event_sentence_was_minted({ work }),
    burned: m.kit_event_sentence_was_burned({ work }),
  }
  return sentences[kind] ?? null
}

/** One sentence for all of them: what happened last, and how much else. */
export function newsOf(events: readonly MarketEvent[], tokens: readonly ListedToken[]): string {
  const sentences = [...new Set(events.flatMap((event) => sentenceOf(event, tokens) ?? []))]
  const last = sentences.at(-1)
  if (last === undefined) return ''
  const others = sentences.length - 1
  return others === 0 ? last : m.kit_event_sentence_and({ last, others })
}
