import type { ExplorerSearch } from '#worker/contract/list-addresses.ts'
import type { CollectionSort } from '#worker/contract/lists.ts'
import { countSet } from '#worker/contract/search-reader.ts'
import { m } from '#web/messages.ts'

export const collectionSorts = [
  { value: 'volume_dec', title: m.market_explorer_search_24h_volume_highest_first },
  { value: 'volume_inc', title: m.market_explorer_search_24h_volume_lowest_first },
  { value: 'price_dec', title: m.market_explorer_search_price_highest_first },
  { value: 'price_inc', title: m.market_explorer_search_price_lowest_first },
] as const satisfies { value: CollectionSort; title: string }[]

export const explorerFlags = [
  ['announced', m.market_explorer_search_announced],
  ['featured', m.market_explorer_search_featured],
  ['verified', m.market_explorer_search_verified],
  ['random', m.market_explorer_search_random],
] as const

export function explorerFilterCount({ sort: _sort, ...filters }: ExplorerSearch): number {
  return countSet(filters)
}
