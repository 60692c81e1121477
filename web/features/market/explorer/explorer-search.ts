import type { ExplorerSearch } from '#worker/contract/list-addresses.ts'
import type { CollectionSort } from '#worker/contract/lists.ts'
import { countSet } from '#worker/contract/search-reader.ts'

export const collectionSorts = [
  { value: 'volume_dec', title: '24h volume, highest first' },
  { value: 'volume_inc', title: '24h volume, lowest first' },
  { value: 'price_dec', title: 'Price, highest first' },
  { value: 'price_inc', title: 'Price, lowest first' },
] as const satisfies { value: CollectionSort; title: string }[]

export const explorerFlags = [
  ['announced', 'Announced'],
  ['featured', 'Featured'],
  ['verified', 'Verified'],
  ['random', 'Random'],
] as const

export function explorerFilterCount({ sort: _sort, ...filters }: ExplorerSearch): number {
  return countSet(filters)
}
