import type { ItemsSearch } from '#contract/rules/list-addresses.ts'
import type { NftSort } from '#contract/schemas/lists.ts'
import { countSet } from '#contract/rules/search-reader.ts'
import { t } from '#web/messages.ts'

export const itemSorts = [
  { value: 'unset', title: t('Recommended') },
  { value: 'listed_dec', title: t('Listed, newest first') },
  { value: 'listed_inc', title: t('Listed, oldest first') },
  { value: 'rarity_dec', title: t('Rarity, rarest first') },
  { value: 'rarity_inc', title: t('Rarity, most common first') },
  { value: 'price_inc', title: t('Price, lowest first') },
  { value: 'price_dec', title: t('Price, highest first') },
] as const satisfies { value: NftSort; title: string }[]

export const saleFlags = [
  ['buyable', t('For sale now')],
  ['auction', t('Up for auction')],
  ['mintable', t('Minted when you buy it')],
  ['demand', t('On demand')],
] as const

export const tokenFlags = [
  ['burnable', t('Burnable')],
  ['transferable', t('Transferable')],
  ['onlyXRP', t('Only XRP')],
  ['trustLine', t('Trustline')],
] as const

export const itemStatuses = [
  ['listed', t('Listed', { context: 'figure' })],
  ['unlisted', t('Not listed')],
  ['sale', t('For sale by a collector')],
] as const

export function itemsFilterCount({ sort: _sort, ...filters }: ItemsSearch): number {
  return countSet(filters)
}
