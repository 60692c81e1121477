import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectContract, expectReply } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { nftokenFlags, tfSellNFToken } from '#contract/rules/ledger.ts'
import { packPosition } from '#worker/domain/collection/page-token.ts'
import { cronUntil, openForBusiness } from './helpers.ts'
import { notNull } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let collector: DemoAccount
const ids: string[] = []
const moods = ['calm', 'calm', 'calm', 'wild']

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  collector = await world.fund('collector')
  await openForBusiness(world)
  for (let i = 0; i < 60; i += 1) {
    const attributes = [
      { trait_type: 'Mood', value: moods[i % 4] },
      { trait_type: 'Hour', value: String(i % 6) },
    ]
    const name = i === 7 ? 'Café Nocturne' : `Orchard #${i}`
    const cid = await world.pin(JSON.stringify({ name, attributes }))
    await world.ledger.send(artist, {
      TransactionType: 'NFTokenMint',
      NFTokenTaxon: 7,
      Flags: nftokenFlags.transferable,
      URI: Buffer.from(`ipfs://${cid}`).toString('hex').toUpperCase(),
    })
  }
  await world.ledger.settle()
  ids.push(...(await world.ledger.tokensOf(artist.address)))
  await world.addCollection({
    id: 'orchard',
    issuer: artist.address,
    taxon: 7,
    name: 'Midnight Orchard',
    description: 'Trees',
    featured_at: new Date(),
  })
  for (const [i, id] of ids.slice(0, 30).entries()) {
    await world.ledger.send(artist, {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: id,
      Flags: tfSellNFToken,
      Amount: String(1_000_000n * BigInt(i + 1)),
      Destination: world.marketplace.address,
    })
  }
  await world.ledger.settle()
  await cronUntil(world, 'metadata, listings and statistics', async () => {
    const ready = await world.countRows('nfts', { metadata_state: 'ready' })
    const listed = await world.countRows('nfts', { price_drops: notNull })
    const ranked = await world.countRows('nfts', { rarity_rank: notNull })
    const [stats] = await world.rowsOf('collections', { items_count: 60, listed_count: 30 })
    return ready === 60 && listed === 30 && ranked === 60 && stats !== undefined
  })
}, 180_000)
afterAll(() => world.close())

type Card = {
  nftokenID: string
  priceDrops: string | null
  name: string
  artist: string | null
  rarity: { rank: number } | null
}

/** Pages through a list by marker and by offset to its end; checks every reply. */
async function readAllPages(query: string, byMarkerAlone = false): Promise<Card[]> {
  const cards: Card[] = []
  let marker = 0
  let after = ''
  for (let page = 0; page < 20; page += 1) {
    const position =
      page === 0 ? '' : `&marker=${marker}${byMarkerAlone ? '' : `&after=${encodeURIComponent(after)}`}`
    const reply = await world.call(`/api/collection/nfts?id=orchard${query}${position}`)
    expectContract('getCollectionNfts', reply)
    cards.push(...(reply.body['nfts'] as Card[]))
    const next = Number(reply.body['marker'])
    if (next === -1) return cards
    expect(next).toBeGreaterThan(marker)
    marker = next
    after = String(reply.body['after'])
  }
  throw new Error('The list does not end.')
}

const prices = (cards: Card[]) =>
  cards.map((card) => (card.priceDrops === null ? null : BigInt(card.priceDrops)))

test.each(['unset', 'price_inc', 'price_dec', 'listed_inc', 'listed_dec', 'rarity_inc', 'rarity_dec'])(
  'sorted by %s, every token appears once, by offset and by marker',
  async (sort) => {
    const cards = await readAllPages(`&sort=${sort}`)
    expect(new Set(cards.map((card) => card.nftokenID)).size).toBe(60)
    expect((await readAllPages(`&sort=${sort}`, true)).map((card) => card.nftokenID)).toEqual(
      cards.map((card) => card.nftokenID),
    )
  },
)

test('prices sort up and down, with unpriced tokens last', async () => {
  const ascending = prices(await readAllPages('&sort=price_inc'))
  const priced = ascending.slice(0, 30).map((price) => price ?? 0n)
  expect(priced.every((price, i) => price > 0n && price >= (priced[i - 1] ?? 0n))).toBe(true)
  expect(ascending.slice(30).every((price) => price === null)).toBe(true)
  const descending = prices(await readAllPages('&sort=price_dec'))
  expect(descending.slice(0, 30)).toEqual(ascending.slice(0, 30).toReversed())
})

test('the rarest tokens come first: "wild" is the rarer mood', async () => {
  const cards = await readAllPages('&sort=rarity_dec')
  const ranks = cards.map((card) => card.rarity?.rank ?? 0)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  const wild = await readAllPages('&trait=Mood:wild')
  expect(wild).toHaveLength(15)
  expect(wild.every((card) => (card.rarity?.rank ?? 99) <= 15)).toBe(true)
  const page = await world.call(`/api/nft?id=${wild[0]?.nftokenID}`)
  const counts = expectReply('getNft', page).nft.traitCounts
  expect(counts.find(({ trait }) => trait === 'Mood')).toEqual({
    trait: 'Mood',
    value: 'wild',
    tokens: 15,
    items: 60,
  })
  expect(counts).toHaveLength(2)
})

test('filters return matching tokens only, and the count agrees', async () => {
  const cases: [string, number][] = [
    ['&buyable=true', 30],
    ['&status=unlisted', 30],
    ['&status=sale', 0],
    ['&price_min=10000000&price_max=12000000', 3],
    ['&trait=Mood:calm&trait=Hour:0', 10],
    ['&trait=Mood:wild&trait=Hour:0', 0],
    ['&trait=Hour:0&trait=Hour:1', 20],
    ['&name=cafe', 1],
    ['&name=100%25', 0],
    [`&owner=${collector.address}`, 0],
    ['&burnable=true', 0],
    ['&transferable=true', 60],
    ['&auction=true', 0],
  ]
  for (const [query, expected] of cases) {
    const reply = await world.call(`/api/collection/nfts?id=orchard${query}`)
    expect([query, reply.body['count']]).toEqual([query, expected])
    expect((await readAllPages(query)).length).toBe(expected)
  }
})

test('facets, collection and activity agree with the tokens', async () => {
  const facets = await world.call('/api/collection/facets?id=orchard')
  expectContract('getCollectionFacets', facets)
  expect(JSON.parse(facets.text)).toContainEqual({
    trait: 'Mood',
    values: [
      { value: 'calm', count: 45, atLeast: false },
      { value: 'wild', count: 15, atLeast: false },
    ],
  })
  const info = await world.call('/api/collection/info?id=orchard')
  expectContract('getCollection', info)
  expect(info.body).toMatchObject({
    itemsCount: 60,
    listedCount: 30,
    ownersCount: 1,
    floorPriceDrops: '1000000',
    floorPrice: '1000000',
    whitelistEnabled: false,
    blacklistEnabled: false,
    promoCodeEnabled: false,
  })
  const [, , third = ''] = ids
  const work = await world.call(`/api/nft?id=${third}`)
  expect(work.body['nft']).toMatchObject({ floorPrice: '3000000', collectionInfo: { _id: 'orchard' } })
  const page = await world.call(`/api/collection/nfts?id=orchard&name=cafe`)
  expect(page.body['nfts']).toEqual([
    expect.objectContaining({
      metadata: { name: 'Café Nocturne', image: null, image_url: null },
      flags: { burnable: false, onlyXRP: false, trustLine: false, transferable: true, mutable: false },
    }),
  ])
  const history = await world.call('/api/collection/history?id=orchard')
  expectContract('getCollectionHistory', history)
  expect(history.body['history']).toHaveLength(40)
  const older = await world.call(
    `/api/collection/history?id=orchard&marker=40&after=${encodeURIComponent(String(history.body['after']))}`,
  )
  expect(older.body['history']).toHaveLength(40)
  const explorer = await world.call(
    '/api/collection/list?featured=true&items_min=60&price_max=2000000&q=orchard',
  )
  expectContract('getCollections', explorer)
  expect(explorer.body).toMatchObject({ count: 1, marker: -1 })
  const none = await world.call('/api/collection/info?id=nothing')
  expectContract('getCollection', none)
  expect(none.status).toBe(404)
})

test('search tolerates typing errors, accents and case, and recognises pasted ids', async () => {
  for (const query of ['midnigt orchrd', 'MIDNIGHT', 'orchard']) {
    const reply = await world.call(`/api/marketplace/search?query=${encodeURIComponent(query)}`)
    expectContract('search', reply)
    expect([query, (reply.body['collections'] as unknown[]).length]).toEqual([query, 1])
  }
  const accents = await world.call('/api/marketplace/search?query=cafe%20nocturne')
  expect((accents.body['nfts'] as Card[])[0]?.name).toBe('Café Nocturne')
  // A number finds its work first, and then works whose numbers begin with it.
  for (const [query, first] of [
    ['orchard 1', ['Orchard #1', 'Orchard #10']],
    ['orchrd #12', ['Orchard #12']],
    // Words in another order, each with a typing error.
    ['noctrne caffe', ['Café Nocturne']],
    // One word that is not the beginning of any name.
    ['nocturne', ['Café Nocturne']],
    ['noctrne', ['Café Nocturne']],
  ] as const) {
    const numbered = await world.call(`/api/marketplace/search?query=${encodeURIComponent(query)}`)
    const names = (numbered.body['nfts'] as Card[]).map(({ name }) => name)
    expect([query, names.slice(0, first.length)]).toEqual([query, first])
  }
  const [id = ''] = ids
  const pasted = await world.call(`/api/marketplace/suggest?query=${id.toLowerCase()}`)
  expectContract('suggest', pasted)
  expect(pasted.body['exact']).toEqual({ kind: 'nft', id })
  const results = await world.call(`/api/marketplace/search?query=${id}`)
  expect((results.body['nfts'] as Card[]).map((card) => card.nftokenID)).toEqual([id])
  const account = await world.call(`/api/marketplace/suggest?query=${artist.address}`)
  expect(account.body['exact']).toEqual({ kind: 'account', id: artist.address })
})

test('the name of an artist finds the artist, with collections and works, and every card has it', async () => {
  await world.addRow('profiles', {
    account: artist.address,
    role: 'Artist',
    name: 'Ondine Marlowe',
    skeleton: 'ondinemarlowe',
    avatar_cid: 'Qm'.padEnd(46, 'a'),
    background_cid: 'Qm'.padEnd(46, 'a'),
  })
  const reply = await world.call('/api/marketplace/search?query=marlowe')
  expectContract('search', reply)
  expect(reply.body['artists']).toEqual([artist.address])
  expect(reply.body['collections']).toMatchObject([{ _id: 'orchard', artist: 'Ondine Marlowe' }])
  const works = reply.body['nfts'] as Card[]
  expect(works).toHaveLength(12)
  expect(new Set(works.map((card) => card.artist))).toEqual(new Set(['Ondine Marlowe']))
  await world.removeRows('profiles', { account: artist.address })
  const without = await world.call('/api/marketplace/search?query=marlowe')
  expect(without.body).toMatchObject({ artists: [], collections: [], nfts: [] })
})

test('the end marker of every list returns an empty page', async () => {
  for (const [operation, path, list] of [
    ['getCollectionNfts', '/api/collection/nfts?id=orchard&', 'nfts'],
    ['getCollectionHistory', '/api/collection/history?id=orchard&', 'history'],
    ['getCollections', '/api/collection/list?', 'list'],
  ] as const) {
    const reply = await world.call(`${path}marker=-1`)
    expectContract(operation, reply)
    expect(reply.body).toMatchObject({ [list]: [], marker: -1, after: null })
  }
  const empty = await world.call('/api/collection/nfts?id=orchard&name=nothing-of-that-name')
  expect(empty.body).toMatchObject({ nfts: [], count: 0, marker: -1, after: null })
})

test('invalid positions and filters are refused by name', async () => {
  for (const query of ['&after=xyz', '&sort=random', '&price_min=1.5', '&marker=-2', '&owner=me']) {
    const reply = await world.call(`/api/collection/nfts?id=orchard${query}`)
    expectContract('getCollectionNfts', reply)
    expect([query, reply.status, reply.body['code']]).toEqual([query, 400, 'validation_failed'])
  }
  const traits = Array.from({ length: 11 }, (_, n) => `&trait=Trait%20${n}:a`).join('')
  for (const path of ['nfts', 'facets']) {
    const reply = await world.call(`/api/collection/${path}?id=orchard${traits}`)
    expect([path, reply.status, reply.body['errors']]).toEqual([
      path,
      400,
      [{ path: 'trait', message: 'Choose at most 20 values from at most 10 traits.' }],
    ])
  }
})

test('a position beyond every rank or price is one like any other', async () => {
  for (const sort of ['rarity_inc', 'rarity_dec', 'price_inc', 'listed_dec'])
    for (const value of ['999999999999999999', '-999999999999999999']) {
      const after = packPosition({ value, sequence: value, id: '' })
      const query = `&sort=${sort}&after=${encodeURIComponent(after)}`
      const reply = await world.call(`/api/collection/nfts?id=orchard${query}`)
      expect([query, reply.status]).toEqual([query, 200])
    }
})

test('the default order begins with what can be bought, cheapest first; the others follow as minted', async () => {
  const cards = await readAllPages('')
  expect(prices(cards.slice(0, 30))).toEqual(Array.from({ length: 30 }, (_, i) => 1_000_000n * BigInt(i + 1)))
  const rest = cards.slice(30).map((card) => card.nftokenID)
  const unlisted = await world.rowsOf('nfts', { price_drops: null })
  const bySequence = unlisted.toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))
  expect(rest).toEqual(bySequence.map(({ id }) => id))
})

test('traits are counted under the other filters, but not under those of their own kind', async () => {
  const counts = async (query: string) => {
    const facets = await world.call(`/api/collection/facets?id=orchard${query}`)
    expectContract('getCollectionFacets', facets)
    const traits = JSON.parse(facets.text) as { trait: string; values: { value: string; count: number }[] }[]
    return Object.fromEntries(
      traits.flatMap(({ trait, values }) => values.map(({ value, count }) => [`${trait}:${value}`, count])),
    )
  }
  for (const query of ['&trait=Mood:wild', '&buyable=true', '&trait=Hour:1&status=unlisted', '&name=cafe']) {
    const counted = await counts(query)
    for (const pair of ['Mood:wild', 'Mood:calm', 'Hour:0', 'Hour:1']) {
      const trait = pair.split(':')[0] ?? ''
      const others = query
        .split('&')
        .filter((part) => !part.startsWith(`trait=${trait}:`))
        .join('&')
      const expected = (await readAllPages(`${others}&trait=${pair}`)).length
      expect([query, pair, counted[pair]]).toEqual([query, pair, expected])
    }
  }
})

test('a work names related works, and the floor of each of its traits', async () => {
  const [wild] = (await readAllPages('&trait=Mood:wild')).toReversed()
  const reply = await world.call(`/api/nft/related?id=${wild?.nftokenID}`)
  expectContract('getRelatedWorks', reply)
  const floors = reply.body['traitFloors'] as { trait: string; value: string; floorDrops: string | null }[]
  for (const { trait, value, floorDrops } of floors) {
    const [cheapest] = await readAllPages(`&trait=${trait}:${value}&sort=price_inc`)
    expect([trait, floorDrops]).toEqual([trait, cheapest?.priceDrops ?? null])
  }
  expect(floors).toHaveLength(2)
  const beside = (reply.body['collection'] as Card[]).map((card) => card.nftokenID)
  expect(beside).toEqual((await readAllPages('')).slice(0, 8).map((card) => card.nftokenID))
  expect(reply.body['artist']).toEqual([])
  const unknown = await world.call('/api/nft/related?id=00000000-0000-4000-8000-000000000000')
  expect(unknown.body).toEqual({ traitFloors: [], collection: [], artist: [] })
})

test('the activity of a collection is filtered by kind', async () => {
  for (const [kind, type, count] of [
    ['listings', 'sell_offer', 30],
    ['mints', 'mint', 40],
    ['sales', 'sale', 0],
  ] as const) {
    const reply = await world.call(`/api/collection/history?id=orchard&kind=${kind}`)
    const rows = reply.body['history'] as { type: string }[]
    expect([kind, rows.length, rows.every((row) => row.type === type)]).toEqual([kind, count, true])
  }
})

test('more than 10,000 works under a filter are counted as at least so many', async () => {
  await world.query(
    `with minted as (
       insert into nfts (id, issuer, owner, taxon, sequence, flags, transfer_fee, state_ledger, state_position, metadata_state)
       select upper(lpad(to_hex(g), 64, '0')), $1, $1, 9, g, 8, 0, 1, 1, 'ready' from generate_series(1, 10001) g returning id, issuer
     ), traits as (
       insert into nft_traits (nft_id, issuer, taxon, trait, value) select id, issuer, 9, 'Mood', 'calm' from minted
     ), counts as (
       insert into trait_counts values ($1, 9, 'Mood', 'calm', 10001, 10001)
     ) insert into collections (id, issuer, taxon, name) values ('many', $1, 9, 'Many')`,
    [collector.address],
  )
  const list = await world.call('/api/collection/nfts?id=many&transferable=true')
  expectContract('getCollectionNfts', list)
  expect(list.body).toMatchObject({ count: 10_000, atLeast: true })
  const facets = await world.call('/api/collection/facets?id=many&transferable=true')
  expect(JSON.parse(facets.text)).toEqual([
    { trait: 'Mood', values: [{ value: 'calm', count: 10_000, atLeast: true }] },
  ])
})
