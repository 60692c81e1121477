import { accountPattern } from './ledger.ts'
import { t } from '#contract/words/sentence.ts'
import {
  dropsOf,
  flagOf,
  oneOf,
  type SearchValues,
  textOf,
  textsOf,
  wholeOf,
  xrpOf,
} from './search-reader.ts'

// The filters in the addresses of lists. Client and edge parse them identically: the edge puts the first page into the
// document.

export const collectionSortNames = ['volume_dec', 'volume_inc', 'price_dec', 'price_inc'] as const

export const nftSortNames = [
  'unset',
  'listed_dec',
  'listed_inc',
  'rarity_inc',
  'rarity_dec',
  'price_inc',
  'price_dec',
] as const

/** Kinds of events that the activity of a collection can be filtered by. */
export const activityKindNames = ['sales', 'listings', 'bids', 'transfers', 'mints'] as const
export type ActivityKind = (typeof activityKindNames)[number]

/** The windows of the volumes in the header of a collection; they end at the newest indexed ledger. */
export const salesWindowNames = ['24h', '7d'] as const
export type SalesWindow = (typeof salesWindowNames)[number]

/** Numbers of days that the charts of a collection can show. */
export const figureRangeNames = ['7', '30', '90', '365', 'all'] as const
export type FigureRange = (typeof figureRangeNames)[number]

function figuresSearch(search: SearchValues) {
  const day = textOf(search.day)
  return {
    range: oneOf(figureRangeNames, search.range),
    marked: flagOf(search.marked),
    /** If set, the list of sales covers this window, or one day (UTC), instead of the range. */
    window: oneOf(salesWindowNames, search.window),
    day: day !== undefined && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) ? day : undefined,
  }
}
export type FiguresSearch = Partial<ReturnType<typeof figuresSearch>>

/** Parses the range of a collection's charts in its address. Unknown and invalid ranges are ignored. */
export function readFiguresSearch(search: SearchValues): FiguresSearch {
  return figuresSearch(search)
}

/** Returns the same range as the input of the operation. */
export function figuresInput(id: string, { range, marked }: FiguresSearch) {
  return { query: { id, range, marked } }
}

export const itemStatusNames = ['listed', 'unlisted', 'sale'] as const

function explorerSearch(search: SearchValues) {
  const issuer = textOf(search.issuer)
  return {
    sort: oneOf(collectionSortNames, search.sort),
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
export type ExplorerSearch = Partial<ReturnType<typeof explorerSearch>>

/**
 * Parses the filters in the explorer's address. Unknown and invalid ones are ignored, so that no address breaks the
 * page.
 */
export function readExplorerSearch(search: SearchValues): ExplorerSearch {
  return explorerSearch(search)
}

/** Returns the same filters as the input of the operation. */
export function explorerInput(search: ExplorerSearch) {
  const { price_min, price_max, ...rest } = search
  return { query: { ...rest, price_min: dropsOf(price_min), price_max: dropsOf(price_max) } }
}

/**
 * Maximum number of traits in a filter. For each trait value the database reads a range of an index, and for each trait
 * it compares all works that have the trait.
 */
const mostTraits = 10
const mostTraitValues = 20

/** A `trait:value` pair. A colon in the name of the trait is written as %3A, since the first colon ends the name. */
export const joinTrait = (trait: string, value: string): string =>
  `${trait.replaceAll(/%(?=25|3a)/gi, '%25').replaceAll(':', '%3A')}:${value}`

/** Splits a pair into trait and value; null if it has no trait or no colon. */
export function splitTrait(pair: string): { trait: string; value: string } | null {
  const at = pair.indexOf(':')
  if (at < 1) return null
  const trait = pair.slice(0, at).replaceAll(/%(25|3a)/gi, (code) => (code === '%25' ? '%' : ':'))
  return { trait, value: pair.slice(at + 1) }
}

/** True if a list accepts this number of `trait:value` pairs. */
export const canChooseTraits = (pairs: string[]): boolean =>
  pairs.length <= mostTraitValues && new Set(pairs.map((pair) => pair.split(':', 1)[0])).size <= mostTraits

export const traitLimit = () =>
  t('Choose at most {values} values from at most {traits} traits.', {
    values: mostTraitValues,
    traits: mostTraits,
  })

/** Returns the first pairs in an address, up to the number that a list accepts. */
function traitsFrom(value: unknown): string[] | undefined {
  let pairs = textsOf(value, mostTraitValues)
  while (pairs !== undefined && !canChooseTraits(pairs)) pairs = pairs.slice(0, -1)
  return pairs
}

function itemsSearch(search: SearchValues) {
  const owner = textOf(search.owner)
  return {
    sort: oneOf(nftSortNames, search.sort),
    name: textOf(search.name),
    owner: owner !== undefined && accountPattern.test(owner) ? owner : undefined,
    status: oneOf(itemStatusNames, search.status),
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
    trait: traitsFrom(search.trait),
  }
}
export type ItemsSearch = Partial<ReturnType<typeof itemsSearch>>

/** Parses the filters in the address of a collection's items. Unknown and invalid filters are ignored. */
export function readItemsSearch(search: SearchValues): ItemsSearch {
  return itemsSearch(search)
}

/** Returns the same filters as the input of the operation. */
export function itemsInput(id: string, search: ItemsSearch) {
  const { price_min, price_max, ...rest } = search
  return { query: { id, ...rest, price_min: dropsOf(price_min), price_max: dropsOf(price_max) } }
}

/** Returns the filters as the input of the operation that counts traits. */
export function facetsInput(id: string, { sort: _sort, ...search }: ItemsSearch) {
  return itemsInput(id, search)
}

export interface ActivitySearch {
  kind?: ActivityKind | undefined
}

/** Parses the filter in the address of a collection's activity. */
export function readActivitySearch(search: SearchValues): ActivitySearch {
  return { kind: oneOf(activityKindNames, search.kind) }
}
