import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '#db/executor.ts'
import { countFacets, isCounted } from '#db/queries/collection/facets.ts'
import {
  countCollectionNfts,
  type ItemPosition,
  queryCollectionItems,
  queryCollectionNfts,
} from '#db/queries/collection/items.ts'
import type { KeysetPage } from '#db/sql/keyset.ts'
import { chanceOf } from '#tests/drift/chance.ts'
import { type OwnDatabase, openOwnDatabase } from '#tests/support/own-database.ts'
import { everyCase, sampleOf } from '#tests/support/sample.ts'
import { joinTrait, nftSortNames, splitTrait } from '#contract/rules/list-addresses.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import type { CollectionNftsQuery } from '#contract/schemas/lists.ts'

// Compares lists, counts and facets of a collection of random works with the results of plain code.

const marketplace = 'rMarket'
const rules = { marketplace, minimumDrops: 100_000n, otherBrokers: {} }
const collection = { issuer: 'rArtist', taxon: 7 }
const owners = [collection.issuer, marketplace, 'rAnn', 'rBob']
const names = ['Café Nocturne', 'CAFE no 2', 'Ember #12', '100% Silk', 'a_b', 'aXb', null]
const prices = ['1000000', '2500000', '2500000', '9000000000', null]
const { int, hits, pick } = chanceOf(42)

interface Work {
  id: string
  isItem: boolean
  owner: string
  flags: number
  name: string | null
  price: string | null
  listedLedger: number | null
  rank: number | null
  sequence: number
  isListed: boolean
  hasAuction: boolean
  traits: [trait: string, value: string][]
}

function drawTraits(): Work['traits'] {
  const values: Record<string, string[]> = {
    Mood: ['calm', 'wild', "d'été"],
    Sky: ['red', 'blue'],
    Frame: ['none', 'gold'],
    'Ratio 16:9 %3A': ['yes', '4:3'],
  }
  // Some works have two values of a trait, and some none.
  return Object.entries(values).flatMap(([trait, all]) =>
    all.filter(() => hits(0.45)).map((value): [string, string] => [trait, value]),
  )
}

const drawn = <T>(from: readonly T[]) => {
  const value = pick(from)
  if (value === undefined) throw new Error('There is nothing to draw from.')
  return value
}

let own: OwnDatabase
let db: Reader
const works: Work[] = []

async function insertToken(n: number) {
  const id = `${'A'.repeat(50)}${String(n).padStart(14, '0')}`
  const price = drawn(prices)
  const work: Work = {
    id,
    isItem: false,
    owner: drawn(owners),
    flags: int(16),
    name: drawn(names),
    price,
    listedLedger: price === null ? null : 100 + int(5),
    rank: hits(0.8) ? 1 + int(6) : null,
    sequence: n,
    isListed: price !== null,
    hasAuction: hits(0.15),
    traits: drawTraits(),
  }
  const isBurned = hits(0.1)
  const isElsewhere = hits(0.1)
  const isInventory = hits(0.08)
  const isInIssued = hits(0.15)
  const taxon = isElsewhere ? 8 : collection.taxon
  await own.addRow('nfts', {
    id,
    issuer: collection.issuer,
    taxon,
    sequence: n,
    flags: work.flags,
    transfer_fee: 0,
    owner: work.owner,
    burned: isBurned,
    state_ledger: 1,
    state_position: 0,
    metadata_state: 'ready',
    name: work.name,
    price_drops: price,
    listed_ledger: work.listedLedger,
    rarity_rank: work.rank,
  })
  for (const [trait, value] of work.traits)
    await own.addRow('nft_traits', { nft_id: id, issuer: collection.issuer, taxon, trait, value })
  await own.addAuction({
    offer_id: `auction ${n}`,
    nft_id: id,
    seller: 'rAnn',
    start_amount: '"1"',
    ends_at: new Date(),
    state: work.hasAuction ? 'running' : 'settled',
  })
  if (isInIssued) {
    const isOpen = hits(0.7)
    await own.addRow('offers', {
      id: `offer ${n}`,
      nft_id: id,
      owner: work.owner,
      is_sell: true,
      amount: { currency: 'USD', issuer: 'rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq', value: '1' },
      destination: marketplace,
      state: isOpen ? 'open' : 'cancelled',
      created_ledger: 1,
    })
    if (isOpen && !work.hasAuction) work.isListed = true
  }
  if (isInventory) await insertItem(1000 + n, id)
  if (!isBurned && !isElsewhere && !isInventory) works.push(work)
}

/** Inserts an on-demand item, with the token that was minted for a buyer who did not pay. */
async function insertItem(n: number, tokenId: string | null) {
  const state = tokenId === null ? drawn(['draft', 'for_sale', 'sold', 'removed']) : 'for_sale'
  const price = state === 'draft' && hits(0.5) ? null : drawn(['1000000', '2500000', '7000000'])
  const isHidden = hits(0.3)
  const name = drawn(['Café at noon', 'Silk', 'a_b'])
  const flags = int(16)
  // Several works are created in the same second.
  const second = 1_700_000_000 + (n % 5)
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  await own.addItem({
    id,
    collection_id: 'night',
    issuer: collection.issuer,
    taxon: collection.taxon,
    flags,
    name,
    hidden: isHidden,
    price_drops: price,
    state,
    token_id: tokenId,
    created_at: new Date(second * 1000),
  })
  if (state !== 'draft' && state !== 'for_sale') return
  const priceOnSale = state === 'for_sale' ? price : null
  works.push({
    id,
    isItem: true,
    owner: collection.issuer,
    flags,
    name: isHidden ? null : name,
    price: priceOnSale,
    listedLedger: null,
    rank: null,
    sequence: 10_000_000_000 + second,
    isListed: priceOnSale !== null,
    hasAuction: false,
    traits: [],
  })
}

beforeAll(async () => {
  own = await openOwnDatabase('item_filters')
  db = own.db
  await own.addCollection({ id: 'night', ...collection, name: 'Night' })
  await own.client.query('begin')
  for (let n = 1; n <= 160; n += 1) await insertToken(n)
  for (let n = 1; n <= 40; n += 1) await insertItem(n, null)
  await own.client.query('commit')
})
afterAll(() => own?.close())

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const pairsOf = ({ traits }: Work) => traits.map(([trait, value]) => joinTrait(trait, value))

/** True if a work has one of the requested values of each named trait. */
function hasTraits(work: Work, wanted: string[]): boolean {
  const traits = new Set(wanted.map((pair) => pair.split(':')[0] ?? ''))
  const pairs = pairsOf(work)
  return [...traits].every((trait) =>
    wanted.some((pair) => pair.startsWith(`${trait}:`) && pairs.includes(pair)),
  )
}

type Filter = Omit<CollectionNftsQuery, 'id' | 'sort'>

/** A plain implementation of each filter. A filter that is not set matches every work. */
const meanings: { [Name in keyof Filter]?: (work: Work, value: NonNullable<Filter[Name]>) => boolean } = {
  name: ({ name }, text) => name !== null && folded(name).includes(folded(text)),
  owner: ({ owner }, account) => owner === account,
  status: ({ isListed, isItem, owner }, status) => {
    if (status === 'sale') return isListed && !isItem && owner !== collection.issuer && owner !== marketplace
    return isListed === (status === 'listed')
  },
  buyable: ({ isListed }, value) => isListed === value,
  mintable: ({ isItem, price }, value) => (value ? isItem && price !== null : !isItem),
  demand: ({ isItem }, value) => isItem === value,
  auction: ({ hasAuction }, value) => hasAuction === value,
  burnable: ({ flags }, value) => ((flags & nftokenFlags.burnable) !== 0) === value,
  transferable: ({ flags }, value) => ((flags & nftokenFlags.transferable) !== 0) === value,
  onlyXRP: ({ flags }, value) => ((flags & nftokenFlags.onlyXRP) !== 0) === value,
  trustLine: ({ flags }, value) => ((flags & nftokenFlags.trustLine) !== 0) === value,
  price_min: ({ price }, drops) => price !== null && BigInt(price) >= BigInt(drops),
  price_max: ({ price }, drops) => price !== null && BigInt(price) <= BigInt(drops),
  trait: hasTraits,
}

function holds<Name extends keyof Filter>(work: Work, filter: Filter, name: Name): boolean {
  const value = filter[name]
  if (value === undefined) return true
  const meaning = meanings[name]
  if (meaning === undefined) throw new Error(`The meaning of ${name} is missing.`)
  return meaning(work, value)
}

const filterNames = [
  'name',
  'owner',
  'status',
  'buyable',
  'mintable',
  'demand',
  'auction',
  'burnable',
  'transferable',
  'onlyXRP',
  'trustLine',
  'price_min',
  'price_max',
  'trait',
] as const

const matching = (filter: Filter) =>
  works.filter((work) => filterNames.every((name) => holds(work, filter, name)))

/**
 * Returns works in the order of a list: works without the value come last, and equal works in the order of creation.
 */
function sorted(some: Work[], sort: CollectionNftsQuery['sort']): string[] {
  const isDown = sort === 'price_dec' || sort === 'listed_dec' || sort === 'rarity_inc'
  const last = isDown ? -1 : Number.MAX_SAFE_INTEGER
  const valueOf = ({ price, listedLedger, rank }: Work) => {
    if (sort.startsWith('rarity')) return rank ?? last
    if (sort.startsWith('listed')) return listedLedger ?? last
    return price === null ? last : Number(price)
  }
  const upwards = some.toSorted(
    (a, b) => valueOf(a) - valueOf(b) || a.sequence - b.sequence || (a.id < b.id ? -1 : 1),
  )
  return (isDown ? upwards.toReversed() : upwards).map(({ id }) => id)
}

const pageSize = 37

/** Reads all pages, each starting after the last work of the previous page. */
async function readList(filter: CollectionNftsQuery): Promise<string[]> {
  const ids: string[] = []
  let after: ItemPosition | null = null
  for (;;) {
    const page: KeysetPage<ItemPosition> = { after, offset: 0, limit: pageSize }
    const [tokens, items] = await db.batch([
      queryCollectionNfts(db, { rules, collection, filter, page }),
      queryCollectionItems(db, { rules, collection, filter, page }),
    ])
    const rows = [...tokens, ...items.map((row) => ({ ...row, id: row.item.id }))].sort(
      (a, b) => a.place - b.place,
    )
    ids.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return ids
    after = { value: last.sortValue, sequence: last.sortSequence, id: last.id }
  }
}

/** Returns how many tokens have each value, among those that match the filter without the values of the same trait. */
function facetsOf(filter: CollectionNftsQuery): [string, number][] {
  const all = [...new Set(works.flatMap(pairsOf))]
  return all
    .flatMap((pair): [string, number][] => {
      const trait = splitTrait(pair)?.trait ?? ''
      if (!isCounted(filter, trait)) return []
      const others = filter.trait?.filter((one) => splitTrait(one)?.trait !== trait)
      const count = matching({ ...filter, trait: others }).filter((work) =>
        pairsOf(work).includes(pair),
      ).length
      return count === 0 ? [] : [[pair, count]]
    })
    .sort()
}

async function readFacets(filter: CollectionNftsQuery): Promise<[string, number][]> {
  const rows = await Promise.all(countFacets(db, rules, collection, filter))
  return rows
    .flat()
    .map(({ trait, value, count }): [string, number] => [joinTrait(trait, value), count])
    .sort()
}

const choices: { [Name in (typeof filterNames)[number]]: NonNullable<Filter[Name]>[] } = {
  name: ['cafe', 'CAFÉ N', '%', '_', '#1', 'nothing of that name'],
  owner: owners,
  status: ['listed', 'unlisted', 'sale'],
  buyable: [true, false],
  mintable: [true, false],
  demand: [true, false],
  auction: [true, false],
  burnable: [true, false],
  transferable: [true, false],
  onlyXRP: [true, false],
  trustLine: [true, false],
  price_min: ['0', '2500000', '9000000001'],
  price_max: ['0', '2500000', '9000000000'],
  trait: [
    ['Mood:wild'],
    ["Mood:d'été", 'Mood:calm'],
    ['Mood:wild', 'Sky:red'],
    ['Mood:wild', 'Mood:calm', 'Sky:red', 'Frame:gold'],
    ['Frame:none', 'Sky:red', 'Sky:blue'],
    ['Mood:none', 'Sky:red'],
    ['Mood:none', 'Sky:none'],
    ['Shape:round', 'Sky:red'],
    [joinTrait('Ratio 16:9 %3A', '4:3'), 'Sky:red'],
    [joinTrait('Ratio 16:9 %3A', 'yes')],
  ],
}

/** Yields each filter alone with each of its values, and combinations of up to four filters. */
function* filters(): Generator<Filter> {
  yield {}
  for (const name of filterNames)
    for (const value of sampleOf<unknown>(choices[name], 1)) yield { [name]: value }
  for (let n = 0; n < (everyCase ? 200 : 6); n += 1) {
    const names = Array.from({ length: 2 + int(3) }, () => drawn(filterNames))
    yield Object.fromEntries(names.map((name) => [name, drawn<unknown>(choices[name])]))
  }
}

test('the works that the test draws differ in all that filters compare', () => {
  for (const name of filterNames) {
    const counts = choices[name].map((value) => matching({ [name]: value }).length)
    expect([name, counts.some((count) => count > 0 && count < works.length)]).toEqual([name, true])
  }
})

test('lists, counts and facets are those of the works that match, in every order', async () => {
  let n = 0
  for (const filter of filters()) {
    n += 1
    const sort = nftSortNames[n % nftSortNames.length] ?? 'unset'
    const query = { id: 'night', sort, ...filter }
    const expected = matching(filter)
    const [[counted], ids, facets] = await Promise.all([
      countCollectionNfts(db, { rules, collection, filter: query }),
      readList(query),
      readFacets(query),
    ])
    expect([query, counted?.count, ids]).toEqual([query, expected.length, sorted(expected, sort)])
    expect([query, facets]).toEqual([query, facetsOf(query)])
  }
}, 180_000)

test('facets take two statements, however many traits are chosen', () => {
  const trait = Array.from({ length: 10 }, (_, n) => `Trait ${n}:a`)
  expect(countFacets(db, rules, collection, { id: 'night', sort: 'unset', trait })).toHaveLength(2)
})

test.each(nftSortNames)('a list by %s has all works in order, page by page', async (sort) => {
  expect(await readList({ id: 'night', sort })).toEqual(sorted(works, sort))
})
