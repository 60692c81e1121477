import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import type { ActiveFilter } from '#web/kit/lists/list-toolbar.tsx'
import type { ChangeSearch } from '#web/kit/lists/use-search-change.ts'
import type { ExplorerSearch } from '#contract/rules/list-addresses.ts'
import { explorerFlags } from './explorer-search.ts'

/** Returns the active filters as text, each with a function that removes it. */
export function activeExplorerFilters(
  search: ExplorerSearch,
  onChange: ChangeSearch<ExplorerSearch>,
): ActiveFilter[] {
  const words: Partial<Record<keyof ExplorerSearch, string>> = {
    q: search.q && `“${search.q}”`,
    ...Object.fromEntries(explorerFlags.map(([flag, name]) => [flag, search[flag] && name])),
    price_min: search.price_min && t('from {price} XRP', { price: search.price_min }),
    price_max: search.price_max && t('to {price} XRP', { price: search.price_max }),
    items_min: search.items_min && t('from {count} items', { count: search.items_min }),
    items_max: search.items_max && t('to {count} items', { count: search.items_max }),
    issuer: search.issuer && t('by {name}', { name: nameOf(search.issuer) }),
    taxon: search.taxon && t('taxon {taxon}', { taxon: search.taxon }),
  }
  return Object.entries(words).flatMap(([key, text]) =>
    text === undefined ? [] : [{ key, text, remove: () => onChange({ [key]: undefined }) }],
  )
}
