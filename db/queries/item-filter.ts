import { sql } from 'drizzle-orm'
import type { CollectionNftsQuery } from '#worker/contract/lists.ts'
import { type Identity, identityById } from './collections.ts'
import type { KeysetPage } from './keyset.ts'
import { type MarketRules, shapeOf } from './market-rules.ts'
import type { Given } from './remembered.ts'

/** What a visitor typed or chose, or the expression in its place. */
export type Value = Given<string | number | null>

/** The filters of a collection's items. */
export interface ItemFilter
  extends Pick<
    CollectionNftsQuery,
    | 'sort'
    | 'status'
    | 'buyable'
    | 'mintable'
    | 'auction'
    | 'demand'
    | 'burnable'
    | 'transferable'
    | 'onlyXRP'
    | 'trustLine'
  > {
  /** A text that names contain; null for any name. */
  name: Value
  owner: Value
  priceMin: Value
  priceMax: Value
  /** The wanted values of each trait. */
  traits: [trait: Value, values: Value[]][]
}

function traitsOf(pairs: string[]): ItemFilter['traits'] {
  const byTrait = new Map<string, Set<string>>()
  for (const pair of pairs) {
    const at = pair.indexOf(':')
    if (at < 1) continue
    const trait = pair.slice(0, at)
    byTrait.set(trait, (byTrait.get(trait) ?? new Set()).add(pair.slice(at + 1)))
  }
  return [...byTrait].map(([trait, values]) => [trait, [...values]])
}

export function itemFilter(query: CollectionNftsQuery): ItemFilter {
  const {
    id: _id,
    marker: _marker,
    after: _after,
    name = '',
    owner,
    price_min,
    price_max,
    trait,
    ...rest
  } = query
  return {
    ...rest,
    name: name === '' ? null : name,
    owner: owner ?? null,
    priceMin: price_min ?? null,
    priceMax: price_max ?? null,
    traits: traitsOf(trait ?? []),
  }
}

/** The filter with each of its values replaced. */
function replaced(filter: ItemFilter, by: (name: string, value: Value) => Value): ItemFilter {
  const one = (name: 'name' | 'owner' | 'priceMin' | 'priceMax') => {
    const value = filter[name]
    return value === null ? null : by(name, value)
  }
  return {
    ...filter,
    name: one('name'),
    owner: one('owner'),
    priceMin: one('priceMin'),
    priceMax: one('priceMax'),
    traits: filter.traits.map(([trait, values], n) => [
      by(`trait${n}`, trait),
      values.map((value, place) => by(`trait${n}value${place}`, value)),
    ]),
  }
}

const shapeOfFilter = (filter: ItemFilter): string => JSON.stringify(replaced(filter, (name) => name))

function valuesOfFilter(filter: ItemFilter): Record<string, Value> {
  const values: Record<string, Value> = {}
  replaced(filter, (name, value) => (values[name] = value))
  return values
}

const givenFilter = (filter: ItemFilter, given: Record<string, Value>): ItemFilter =>
  replaced(filter, (name, value) => given[name] ?? value)

/** Whether items are filtered by anything but their traits. */
export const isFiltered = ({ sort: _sort, traits: _traits, ...rest }: ItemFilter): boolean =>
  Object.values(rest).some((value) => value !== undefined && value !== null)

/** What a query of a collection's items is given. */
export interface ItemValues extends Record<string, Value> {
  /** Found by its id, unless its issuer and taxon are known. */
  collection: Value
  issuer: Given<string>
  taxon: Given<number>
  /** Where the page begins. */
  value: Given<string | null>
  id: Given<string>
  rest: Given<string | null>
}

/** What the text of such a query depends on, and its values. */
export function askedItems(
  rules: MarketRules,
  { id, issuer, taxon }: Identity,
  filter: ItemFilter,
  page: KeysetPage | null = null,
) {
  const after = page?.after ?? null
  const begins = after === null ? 'first' : after.value === null ? 'rest' : 'valued'
  const known =
    id === undefined ? { collection: '', issuer, taxon } : { collection: id, issuer: '', taxon: 0 }
  const values: ItemValues = {
    ...valuesOfFilter(filter),
    ...known,
    value: after?.value ?? null,
    id: after?.id ?? '',
    rest: after?.rest ?? null,
  }
  const hasRest = after !== null && after.rest !== null && after.rest !== undefined
  const shape = [id === undefined, begins, hasRest, page?.limit, shapeOf(rules), shapeOfFilter(filter)].join()
  return { shape, values }
}

/** Collection, filter and page with what is given in the place of their values. */
export const givenItems = (values: ItemValues, { id }: Identity, filter: ItemFilter) => ({
  collection: id === undefined ? values : identityById(sql`${values.collection}`),
  filter: givenFilter(filter, values),
})
