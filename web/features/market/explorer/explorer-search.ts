import type { ExplorerSearch } from '#contract/rules/list-addresses.ts'
import type { CollectionSort } from '#contract/schemas/lists.ts'
import { countSet } from '#contract/rules/search-reader.ts'
import { t } from '#web/messages.ts'

export const collectionSorts = [
  { value: 'volume_dec', title: t('24h volume, highest first') },
  { value: 'volume_inc', title: t('24h volume, lowest first') },
  { value: 'price_dec', title: t('Price, highest first') },
  { value: 'price_inc', title: t('Price, lowest first') },
] as const satisfies { value: CollectionSort; title: string }[]

export const explorerFlags = [
  ['announced', t('Announced')],
  ['featured', t('Featured')],
  ['verified', t('Verified', { context: 'filter' })],
  ['random', t('Random')],
] as const

export function explorerFilterCount({ sort: _sort, ...filters }: ExplorerSearch): number {
  return countSet(filters)
}
