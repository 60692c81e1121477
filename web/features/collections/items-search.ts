import { accountPattern } from '#worker/contract/accounts.ts'
import type { NftSort } from '#worker/contract/lists.ts'
import type { OperationInput } from '#worker/contract/operations.ts'
import {
  countSet,
  flagOf,
  oneOf,
  type SearchValues,
  textOf,
  textsOf,
  xrpOf,
} from '#web/features/lists/search-reader.ts'
import { dropsOf } from '#web/features/lists/xrp-drops.ts'

export const itemSorts = [
  { value: 'unset', title: 'Unsorted' },
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

function read(search: SearchValues) {
  const owner = textOf(search.owner)
  return {
    sort: oneOf(
      itemSorts.map(({ value }) => value),
      search.sort,
    ),
    name: textOf(search.name),
    owner: owner !== undefined && accountPattern.test(owner) ? owner : undefined,
    status: oneOf(
      itemStatuses.map(([value]) => value),
      search.status,
    ),
    buyable: flagOf(search.buyable),
    mintable: flagOf(search.mintable),
    auction: flagOf(search.auction),
    demand: flagOf(search.demand),
    burnable: flagOf(search.burnable),
    transferable: flagOf(search.transferable),
    onlyXRP: flagOf(search.onlyXRP),
    trustLine: flagOf(search.trustLine),
    price_min: xrpOf(search.price_min),
    price_max: xrpOf(search.price_max),
    trait: textsOf(search.trait, 20),
  }
}
export type ItemsSearch = Partial<ReturnType<typeof read>>

/** What the address of a collection's items holds. Anything unknown or broken is left out. */
export function readItemsSearch(search: SearchValues): ItemsSearch {
  return read(search)
}

/** The same as the server is asked. */
export function itemsInput(id: string, search: ItemsSearch): OperationInput<'getCollectionNfts'> {
  const { price_min, price_max, ...rest } = search
  return { query: { id, ...rest, price_min: dropsOf(price_min), price_max: dropsOf(price_max) } }
}

export function itemsFilterCount({ sort: _sort, ...filters }: ItemsSearch): number {
  return countSet(filters)
}
