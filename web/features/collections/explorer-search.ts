import { accountPattern } from '#worker/contract/accounts.ts'
import type { CollectionSort } from '#worker/contract/lists.ts'
import type { OperationInput } from '#worker/contract/operations.ts'
import {
  countSet,
  flagOf,
  oneOf,
  type SearchValues,
  textOf,
  wholeOf,
  xrpOf,
} from '#web/features/lists/search-reader.ts'
import { dropsOf } from '#web/features/lists/xrp-drops.ts'

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

function read(search: SearchValues) {
  const issuer = textOf(search.issuer)
  return {
    sort: oneOf(
      collectionSorts.map(({ value }) => value),
      search.sort,
    ),
    q: textOf(search.q),
    announced: flagOf(search.announced),
    featured: flagOf(search.featured),
    verified: flagOf(search.verified),
    random: flagOf(search.random),
    issuer: issuer !== undefined && accountPattern.test(issuer) ? issuer : undefined,
    taxon: wholeOf(search.taxon, 10),
    price_min: xrpOf(search.price_min),
    price_max: xrpOf(search.price_max),
    items_min: wholeOf(search.items_min, 9),
    items_max: wholeOf(search.items_max, 9),
  }
}
export type ExplorerSearch = Partial<ReturnType<typeof read>>

/** What the explorer's address holds. Anything unknown or broken is left out, so that no address breaks the page. */
export function readExplorerSearch(search: SearchValues): ExplorerSearch {
  return read(search)
}

/** The same as the server is asked. */
export function explorerInput(search: ExplorerSearch): OperationInput<'getCollections'> {
  const { price_min, price_max, ...rest } = search
  return { query: { ...rest, price_min: dropsOf(price_min), price_max: dropsOf(price_max) } }
}

export function explorerFilterCount({ sort: _sort, ...filters }: ExplorerSearch): number {
  return countSet(filters)
}
