import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { activeExplorerFilters } from '#web/features/market/explorer/explorer-chips.ts'
import { explorerFilterCount } from '#web/features/market/explorer/explorer-search.ts'
import { activeItemFilters, withoutTrait, withTrait } from '#web/features/collection/items/items-chips.ts'
import {
  explorerInput,
  type ExplorerSearch,
  itemsInput,
  type ItemsSearch,
  readExplorerSearch,
  readItemsSearch,
} from '#contract/rules/list-addresses.ts'
import { CollectionNftsQuery } from '#contract/schemas/lists.ts'
import { percentOf } from '#web/kit/amounts/percent.ts'
import { nextPage } from '#web/kit/lists/next-page.ts'
import { type ChangeSearch, changedSearch } from '#web/kit/lists/use-search-change.ts'
import { parseSearch, stringifySearch } from '#web/search-params.ts'

describe('addresses', () => {
  it('keep strings as strings, and repeated names as lists', () => {
    const values = parseSearch('?taxon=007&verified=true&trait=Moon:Full&trait=Moon:New')
    expect(values).toEqual({ taxon: '007', verified: 'true', trait: ['Moon:Full', 'Moon:New'] })
    expect(stringifySearch(values)).toBe('?taxon=007&verified=true&trait=Moon%3AFull&trait=Moon%3ANew')
    expect(stringifySearch({ q: undefined, sort: '' })).toBe('')
  })

  it('of the explorer drop invalid values', () => {
    const search = readExplorerSearch({
      sort: 'volume_inc; drop',
      verified: 'yes',
      featured: 'true',
      issuer: 'nobody',
      taxon: '-1',
      price_min: '1.5',
      price_max: '1e9',
      items_min: '12345678901',
    })
    expect(Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))).toEqual({
      featured: 'true',
      price_min: '1.5',
    })
    expect(explorerFilterCount(search)).toBe(2)
    expect(explorerInput(search).query).toMatchObject({ featured: 'true', price_min: '1500000' })
  })

  it('of items query the server in drops, with every trait', () => {
    const search = readItemsSearch({ trait: ['Moon:Full', 'Sky:Red'], price_max: '0.1', sort: 'price_inc' })
    expect(itemsInput('c1', search).query).toMatchObject({
      id: 'c1',
      sort: 'price_inc',
      price_max: '100000',
      trait: ['Moon:Full', 'Sky:Red'],
    })
  })
})

/** Simulates a URL whose search can be changed. */
function addressWith<S>(search: S) {
  let now = search
  const change: ChangeSearch<S> = (update) => {
    now = changedSearch(now, update)
    return Promise.resolve()
  }
  return { now: () => now, change }
}

describe('active filters', () => {
  it('have labels and can be removed individually', () => {
    const address = addressWith<ExplorerSearch>({ q: 'moon', verified: 'true' })
    const filters = activeExplorerFilters(address.now(), address.change)
    expect(filters.map(({ text }) => text)).toEqual(['“moon”', 'Verified'])
    filters[1]?.remove()
    expect(address.now()).toEqual({ q: 'moon' })
  })

  it('include traits', () => {
    const address = addressWith<ItemsSearch>({ trait: ['Moon:Full', 'Moon:New', 'Sky:Red'] })
    const filters = activeItemFilters(address.now(), address.change)
    // The second change is made before the list shows the first one.
    filters[0]?.remove()
    filters[1]?.remove()
    expect(address.now()).toEqual({ trait: ['Sky:Red'] })
    expect(withTrait(['a:1'], 'a:1')).toEqual(['a:1'])
    expect(withoutTrait(['a:1'], 'a:1')).toBeUndefined()
  })
})

describe('traits in the address of a list', () => {
  it('are cut to what the list takes', () => {
    const traits = (count: number) => Array.from({ length: count }, (_, n) => `Trait ${n}:a`)
    const values = (count: number) => Array.from({ length: count }, (_, n) => `Mood:${n}`)
    for (const [trait, expected] of [
      [traits(10), 10],
      [[...traits(11), 'Trait 1:b'], 10],
      [values(20), 20],
      [values(21), 20],
    ] as const) {
      const search = readItemsSearch({ trait })
      expect(search.trait).toEqual(trait.slice(0, expected))
      expect(v.safeParse(CollectionNftsQuery, { id: 'night', ...search }).success).toBe(true)
      expect(v.safeParse(CollectionNftsQuery, { id: 'night', trait }).success).toBe(trait.length === expected)
    }
  })
})

describe('pages', () => {
  it('end at -1, or when the marker does not grow', () => {
    expect(nextPage({ marker: 40, after: 'x' }, [], { marker: '20' })).toEqual({ marker: '40', after: 'x' })
    expect(nextPage({ marker: 20, after: null }, [], {})).toEqual({ marker: '20', after: undefined })
    expect(nextPage({ marker: -1, after: null }, [], { marker: '20' })).toBeUndefined()
    expect(nextPage({ marker: 20, after: null }, [], { marker: '20' })).toBeUndefined()
    expect(nextPage({ marker: 0, after: null }, [], {})).toBeUndefined()
  })
})

describe('the minted share', () => {
  it('is a percentage with one decimal', () => {
    expect(percentOf(20, 24)).toBe('83.3')
    expect(percentOf(0, 0)).toBe('0.0')
  })
})
