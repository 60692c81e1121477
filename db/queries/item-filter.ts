import type { CollectionNftsQuery } from '#worker/contract/lists.ts'
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
  /** A pattern of LIKE; null for any name. */
  pattern: Value
  /** What the sets of a large collection know of such names. */
  named: NameParts
  owner: Value
  priceMin: Value
  priceMax: Value
  /** The wanted values of each trait. */
  traits: [trait: Value, values: Value[]][]
}

/** What every name that contains a text has: parts for which a large collection has sets. */
export interface NameParts {
  /** A pattern of LIKE for what comes before the number at the end of a name; null for none. */
  stem: Value
  /** One digit, when none has a neighbour; null for none. */
  digit: Value
  /** Each two and each three neighbouring digits, as in `12,23`; null for none. */
  pairs: Value
  triples: Value
  /** Whether every name with these parts contains the text. */
  areAll: boolean
}

/** A letter that stays one when the database compares names; some of others become signs without their accents. */
const isLetter = /[a-z]$|(?!\p{Script=Latin}|\p{Script=Common}|\p{Modifier_Letter})\p{Letter}$/iu

/**
 * Whether a text certainly ends before the number at the end of a name, which has no letters but "of", as in "7 of 100": it ends with
 * three letters, with two that are not these, or with these behind another letter.
 */
function isBeforeNumber(text: string): boolean {
  const base = text.normalize('NFKD').replace(/\p{Mark}/gu, '')
  if (!/[\p{Letter}\p{Mark}]$/u.test(text) || !isLetter.test(base)) return false
  if (/\p{Letter}{3}$/u.test(base) || /[a-z]\s+of?$/i.test(base)) return true
  const end = /\p{Letter}{1,2}$/u.exec(base)?.[0] ?? ''
  return /^[a-z]+$/i.test(end) && !/^(?:of?|f)$/i.test(end)
}

/** All parts of so many characters, as in `12,23`; null for none. */
function partsOf(runs: string[], length: number): string | null {
  const parts = runs.flatMap((run) =>
    Array.from({ length: Math.max(0, run.length + 1 - length) }, (_, at) => run.slice(at, at + length)),
  )
  return parts.length === 0 ? null : [...new Set(parts)].join()
}

export function partsOfName(text: string): NameParts {
  const none = { stem: null, digit: null, pairs: null, triples: null }
  if (isBeforeNumber(text)) return { ...none, stem: likePart(text), areAll: true }
  const letters = /^[^0-9]*\p{Letter}/u.exec(text)?.[0] ?? ''
  const runs = text.match(/[0-9]+/g) ?? []
  const pairs = partsOf(runs, 2)
  return {
    stem: isBeforeNumber(letters) ? likePart(letters) : null,
    digit: pairs === null ? (runs[0] ?? null) : null,
    pairs,
    triples: partsOf(runs, 3),
    areAll: /^[0-9]{1,2}$/.test(text),
  }
}

/** Escapes text for a LIKE pattern. */
export function likePart(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
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
    pattern: name === '' ? null : likePart(name),
    named: partsOfName(name),
    owner: owner ?? null,
    priceMin: price_min ?? null,
    priceMax: price_max ?? null,
    traits: traitsOf(trait ?? []),
  }
}

/** The filter with each of its values replaced. */
function replaced(filter: ItemFilter, by: (name: string, value: Value) => Value): ItemFilter {
  const one = (name: 'pattern' | 'owner' | 'priceMin' | 'priceMax') => {
    const value = filter[name]
    return value === null ? null : by(name, value)
  }
  const part = (name: 'stem' | 'digit' | 'pairs' | 'triples') => {
    const value = filter.named[name]
    return value === null ? null : by(name, value)
  }
  return {
    ...filter,
    pattern: one('pattern'),
    named: {
      stem: part('stem'),
      digit: part('digit'),
      pairs: part('pairs'),
      triples: part('triples'),
      areAll: filter.named.areAll,
    },
    owner: one('owner'),
    priceMin: one('priceMin'),
    priceMax: one('priceMax'),
    traits: filter.traits.map(([trait, values], n) => [
      by(`trait${n}`, trait),
      values.map((value, place) => by(`trait${n}value${place}`, value)),
    ]),
  }
}

/** What the text of a query depends on. */
export const shapeOfFilter = (filter: ItemFilter): string => JSON.stringify(replaced(filter, (name) => name))

export function valuesOfFilter(filter: ItemFilter): Record<string, Value> {
  const values: Record<string, Value> = {}
  replaced(filter, (name, value) => (values[name] = value))
  return values
}

export const givenFilter = (filter: ItemFilter, given: Record<string, Value>): ItemFilter =>
  replaced(filter, (name, value) => given[name] ?? value)

/** Whether items are filtered by anything but their traits. */
export const isFiltered = ({ sort: _sort, traits: _traits, named: _named, ...rest }: ItemFilter): boolean =>
  Object.values(rest).some((value) => value !== undefined && value !== null)
