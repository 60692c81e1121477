import type { ItemsSearch } from '#worker/contract/list-addresses.ts'
import type { NftSort } from '#worker/contract/lists.ts'
import { countSet } from '#worker/contract/search-reader.ts'

export const itemSorts = [
  { value: 'unset', title: 'Recommended' },
  { value: 'listed_dec', title: 'Listed, newest first' },
  { value: 'listed_inc', title: 'Listed, oldest first' },
  { value: 'rarity_dec', title: 'Rarity, rarest first' },
  { value: 'rarity_inc', title: 'Rarity, most common first' },
  { value: 'price_inc', title: 'Price, lowest first' },
  { value: 'price_dec', title: 'Price, highest first' },
] as const satisfies { value: NftSort; title: string }[]

export const saleFlags = [
  ['buyable', 'Buyable'],
  ['auction', 'On auction'],
  ['mintable', 'Mintable'],
  ['demand', 'On demand'],
] as const

export const tokenFlags = [
  ['burnable', 'Burnable'],
  ['transferable', 'Transferable'],
  ['onlyXRP', 'Only XRP'],
  ['trustLine', 'Trustline'],
] as const

export const itemStatuses = [
  ['listed', 'Listed'],
  ['unlisted', 'Not listed'],
  ['sale', 'For sale by a collector'],
] as const

export function itemsFilterCount({ sort: _sort, ...filters }: ItemsSearch): number {
  return countSet(filters)
}

/** What a filter means, in one line. */
export const filterHints: Partial<Record<string, string>> = {
  buyable: 'Listed at a price: anyone can buy it now.',
  auction: 'Bids are taken until its auction ends.',
  mintable: 'Minted for you when you buy it.',
  demand: 'Not minted yet, with a price or without.',
  sale: 'By somebody other than its artist or OPX.',
  burnable: 'Its issuer may destroy it.',
  transferable: 'It may be sold to anyone.',
  onlyXRP: 'It may be sold for XRP only.',
  trustLine: 'Its issuer takes royalties in any currency.',
}
