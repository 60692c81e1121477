import type { MendKind, SyncProgress } from '#worker/contract/sync.ts'
import { locale, m } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'

/** What was corrected, by kind, in the order of the sentence. */
const words: Record<MendKind, (count: number) => string> = {
  nft_missing: (count) => m.kit_sync_words_nft_missing({ count }),
  owner: (count) => m.kit_sync_words_owner({ count }),
  burned: (count) => m.kit_sync_words_burned({ count }),
  uri: (count) => m.kit_sync_words_uri({ count }),
  offer_missing: (count) => m.kit_sync_words_offer_missing({ count }),
  offer_ended: (count) => m.kit_sync_words_offer_ended({ count }),
  offer_reopened: (count) => m.kit_sync_words_offer_reopened({ count }),
  offer_terms: (count) => m.kit_sync_words_offer_terms({ count }),
  takeable: (count) => m.kit_sync_words_takeable({ count }),
  price: (count) => m.kit_sync_words_price({ count }),
  funds: (count) => m.kit_sync_words_funds({ count }),
  history: (count) => m.kit_sync_words_history({ count }),
}

const isKind = (kind: string): kind is MendKind => kind in words

/** What a sync corrected, lost and could not see. */
export function doneWords({ mended, lost, unseen }: SyncProgress): string {
  const parts = Object.keys(words)
    .filter(isKind)
    .flatMap((kind) => {
      const count = mended[kind] ?? 0
      return count === 0 ? [] : [words[kind](count)]
    })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  return joinSentences(
    parts.length === 0 ? m.kit_sync_words_all_agreed : m.kit_sync_words_corrected({ list }),
    lost > 0 && m.kit_sync_words_lost({ count: lost }),
    unseen > 0 && m.kit_sync_words_unseen({ count: unseen }),
  )
}
