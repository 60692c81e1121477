import { nameOf } from '#web/api/people.ts'
import type { ActiveFilter } from '#web/kit/lists/list-toolbar.tsx'
import type { ExplorerSearch } from '#worker/contract/list-addresses.ts'
import { explorerFlags } from './explorer-search.ts'

/** The active filters as text, each with a function to remove it. */
export function activeExplorerFilters(
  search: ExplorerSearch,
  onChange: (changes: Partial<ExplorerSearch>) => void,
): ActiveFilter[] {
  const words: Partial<Record<keyof ExplorerSearch, string>> = {
    q: search.q && `“${search.q}”`,
    ...Object.fromEntries(explorerFlags.map(([flag, name]) => [flag, search[flag] && name])),
    price_min: search.price_min && `from ${search.price_min} XRP`,
    price_max: search.price_max && `to ${search.price_max} XRP`,
    items_min: search.items_min && `from ${search.items_min} items`,
    items_max: search.items_max && `to ${search.items_max} items`,
    issuer: search.issuer && `by ${nameOf(search.issuer)}`,
    taxon: search.taxon && `taxon ${search.taxon}`,
  }
  return Object.entries(words).flatMap(([key, text]) =>
    text === undefined ? [] : [{ key, text, remove: () => onChange({ [key]: undefined }) }],
  )
}
