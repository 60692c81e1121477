import type { ItemsSearch } from '#worker/contract/list-addresses.ts'
import type { NftSort } from '#worker/contract/lists.ts'
import { countSet } from '#worker/contract/search-reader.ts'
import { m } from '#web/messages.ts'

export const itemSorts = [
  { value: 'unset', title: m.collection_items_search_recommended },
  { value: 'listed_dec', title: m.collection_items_search_listed_newest_first },
  { value: 'listed_inc', title: m.collection_items_search_listed_oldest_first },
  { value: 'rarity_dec', title: m.collection_items_search_rarity_rarest_first },
  { value: 'rarity_inc', title: m.collection_items_search_rarity_most_common_first },
  { value: 'price_inc', title: m.collection_items_search_price_lowest_first },
  { value: 'price_dec', title: m.collection_items_search_price_highest_first },
] as const satisfies { value: NftSort; title: string }[]

export const saleFlags = [
  ['buyable', m.collection_items_search_buyable],
  ['auction', m.collection_items_search_on_auction],
  ['mintable', m.collection_items_search_mintable],
  ['demand', m.collection_items_search_on_demand],
] as const

export const tokenFlags = [
  ['burnable', m.collection_items_search_burnable],
  ['transferable', m.collection_items_search_transferable],
  ['onlyXRP', m.collection_items_search_only_xrp],
  ['trustLine', m.collection_items_search_trustline],
] as const

export const itemStatuses = [
  ['listed', m.collection_figures_listed],
  ['unlisted', m.common_not_listed],
  ['sale', m.collection_items_search_sale_collector],
] as const

export function itemsFilterCount({ sort: _sort, ...filters }: ItemsSearch): number {
  return countSet(filters)
}
