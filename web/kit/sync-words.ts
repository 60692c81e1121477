import type { MendKind, SyncProgress } from '#contract/schemas/sync.ts'
import { locale, t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'

/** Names of corrected entries by kind, in the order in which the sentence lists them. */
const words: Record<MendKind, (count: number) => string> = {
  nft_missing: (count) => t('{count, plural, one {# NFT added} other {# NFTs added}}', { count }),
  owner: (count) => t('{count, plural, one {# owner corrected} other {# owners corrected}}', { count }),
  burned: (count) =>
    t('{count, plural, one {# burn state corrected} other {# burn states corrected}}', { count }),
  uri: (count) =>
    t('{count, plural, one {# NFT address corrected} other {# NFT addresses corrected}}', { count }),
  offer_missing: (count) => t('{count, plural, one {# offer added} other {# offers added}}', { count }),
  offer_ended: (count) =>
    t('{count, plural, one {# ended offer removed} other {# ended offers removed}}', { count }),
  offer_reopened: (count) =>
    t('{count, plural, one {# offer reopened} other {# offers reopened}}', { count }),
  offer_terms: (count) => t('{count, plural, one {# offer corrected} other {# offers corrected}}', { count }),
  takeable: (count) =>
    t('{count, plural, one {# offer re-evaluated} other {# offers re-evaluated}}', { count }),
  price: (count) => t('{count, plural, one {# price corrected} other {# prices corrected}}', { count }),
  funds: (count) => t('{count, plural, one {# balance corrected} other {# balances corrected}}', { count }),
  history: (count) => t('{count, plural, one {# event added} other {# events added}}', { count }),
}

const isKind = (kind: string): kind is MendKind => kind in words

/** Returns a sentence about the entries that a sync corrected, lost or could not read. */
export function doneWords({
  mended: mendedCount,
  lost: lostCount,
  unseen: unreadCount,
}: SyncProgress): string {
  const parts = Object.keys(words)
    .filter(isKind)
    .flatMap((kind) => {
      const count = mendedCount[kind] ?? 0
      return count === 0 ? [] : [words[kind](count)]
    })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  return joinSentences(
    parts.length === 0 ? t('Everything matched the ledger.') : t('{list}.', { list }),
    lostCount > 0 &&
      t(
        '{count, plural, one {# NFT was not found in any indexed account.} other {# NFTs were not found in any indexed account.}}',
        { count: lostCount },
      ),
    unreadCount > 0 &&
      t(
        "{count, plural, one {Some works may be missing: # of the issuer's NFTs is in an account that is not indexed here and may belong to this collection. The ledger server cannot list a collection.} other {Some works may be missing: # of the issuer's NFTs are in accounts that are not indexed here and may belong to this collection. The ledger server cannot list a collection.}}",
        { count: unreadCount },
      ),
  )
}
