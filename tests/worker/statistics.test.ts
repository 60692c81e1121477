import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Pool } from 'pg'
import { createState } from '#tests/support/state.ts'
import { encodeAccountID } from 'xrpl'
import { openDatabase } from '#db/client.ts'
import type { Database } from '#db/executor.ts'
import { refreshSaleDays } from '#db/queries/ledger-index/collection-days.ts'
import { addHistory, historyRows, writeHistory } from '#db/queries/ledger-index/writes.ts'
import { countFacets } from '#db/queries/collection/facets.ts'
import { countCollectionNfts } from '#db/queries/collection/items.ts'
import { refreshRarity } from '#db/queries/ledger-index/rarity.ts'
import { markTokensChanged, refreshCollectionStats } from '#db/queries/ledger-index/statistics.ts'
import { storeMetadata } from '#db/queries/collection/traits.ts'
import { createDatabaseFromTemplate, dropDatabase, openPool } from '#local/postgres/databases.ts'
import { chanceOf } from '#tests/drift/chance.ts'
import { judgeSales, type Move, type Sale } from '#contract/rules/marked-sales.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import { takeMoves } from '#worker/domain/ledger-index/mark-sales.ts'
import type { HistoryInsert } from '#worker/ledger/history-events.ts'
import { longTest } from '#tests/support/sample.ts'

const name = 'statistics'
let pool: Pool
let db: Database
const pending: Promise<unknown>[] = []
const issuer = encodeAccountID(new Uint8Array(20).fill(7))
const taxon = 3
const marketplace = encodeAccountID(new Uint8Array(20).fill(8))
const idOf = (n: number) => String(n).padStart(64, 'A')
const metadataOf = (mood: string): TokenMetadata => ({
  name: 'Night',
  description: '',
  image: null,
  animation: null,
  attachment: null,
  files: [],
  attributes: [{ trait_type: 'Mood', value: mood }],
  moreAttributes: 0,
  collection: null,
  explicit: false,
})
const moods = ['calm', 'calm', 'calm', 'wild']
const tokens = moods.map((_, n) => idOf(n))

const query = async (text: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>(text, values)).rows
const { addCollection, changeRows, removeRows, rowsOf } = createState(query)
const collection = async () => (await rowsOf('collections'))[0]
const ranks = async () =>
  (await rowsOf('nfts', { burned: false, id: tokens }, ['id'])).map((row) => row['rarity_rank'])

const addTokens = async (ids: string[], first: number) =>
  query(
    `insert into nfts (id, issuer, owner, taxon, sequence, flags, transfer_fee, uri, state_ledger, state_position, metadata_state)
     select id, $2, $2, $3, place, 8, 0, 'ipfs://' || (place - 1), 1, 1, 'pending'
     from (select id, place + $4 as place from unnest($1::text[]) with ordinality as t(id, place)) numbered`,
    [ids, issuer, taxon, first],
  )

/** Adds works that all have the same mood, because a collection of fewer than ten works has no ranks. */
async function addCommonWorks() {
  await addTokens(
    Array.from({ length: 8 }, (_, n) => idOf(n + 10)),
    10,
  )
  for (let n = 10; n < 18; n += 1) await storeMood('grey', n)
}

/** Runs work in a transaction that stays open while `meanwhile` runs. */
const whileOpen = (work: Parameters<Database['transaction']>[0], meanwhile: () => Promise<void>) =>
  db.transaction(async (tx) => {
    await work(tx)
    await meanwhile()
  })

const storeMood = (mood: string, n: number) =>
  db.transaction((tx) =>
    storeMetadata(tx, { id: idOf(n), issuer, taxon, uri: `ipfs://${n}` }, metadataOf(mood)),
  )

beforeAll(async () => {
  const { templateUrl, databaseProxy } = inject('services')
  const url = await createDatabaseFromTemplate(templateUrl, 'template_opx', name)
  pool = openPool(url, 2)
  db = openDatabase({ url, proxy: databaseProxy, waitUntil: (work) => pending.push(work) })
})
afterAll(async () => {
  await Promise.allSettled(pending)
  await pool.end()
  await dropDatabase(inject('services').templateUrl, name)
})
beforeEach(async () => {
  await query('truncate collections, nfts, nft_traits, trait_counts cascade')
  await addCollection({ id: 'night', issuer, taxon, name: 'Night' })
  await addTokens(tokens, 0)
  for (const [n, mood] of moods.entries()) await storeMood(mood, n)
})

longTest('a change made during the statistics run is counted in the next run', async () => {
  expect(await collection()).toMatchObject({ stats_due: true })
  await whileOpen(
    async (tx) => {
      await tx.execute(`update nfts set price_drops = 5 where id = '${idOf(1)}'`)
      // The collection is already marked. This mark must count, too.
      await markTokensChanged(tx, [idOf(1)])
    },
    async () => {
      expect(await refreshCollectionStats(db.http, { marketplace }, 50)).toBe(0)
    },
  )
  expect(await refreshCollectionStats(db.http, { marketplace }, 50)).toBe(1)
  expect(await collection()).toMatchObject({ stats_due: false, items_count: 4, listed_count: 1 })
  expect(await refreshCollectionStats(db.http, { marketplace }, 50)).toBe(0)
})

test('the count of a collection without filters is the one of its statistics, unless these are due', async () => {
  const countOf = async (filter = {}) => {
    const query = { id: 'night', sort: 'unset', ...filter } as const
    const rules = { marketplace, minimumDrops: 1n, otherBrokers: {} }
    return (await countCollectionNfts(db.http, { rules, collection: { issuer, taxon }, filter: query }))[0]
      ?.count
  }
  expect(await countOf()).toBe(4)
  expect(await refreshCollectionStats(db.http, { marketplace }, 50)).toBe(1)
  expect(await countOf()).toBe(4)
  // A number that counting tokens would never return.
  await changeRows('collections', {}, { items_count: 40 })
  expect(await countOf({ sort: 'price_inc', after: '' })).toBe(40)
  expect([await countOf({ owner: issuer }), await countOf({ trait: ['Mood:none'] })]).toEqual([4, 0])
  await db.transaction((tx) => markTokensChanged(tx, [idOf(1)]))
  expect(await countOf()).toBe(4)
})

longTest('works under a filter are counted up to 10,000, and then as at least so many', async () => {
  const rules = { marketplace, minimumDrops: 1n, otherBrokers: {} }
  const collection = { issuer, taxon: 9 }
  const filter = { id: 'many', sort: 'unset', transferable: true } as const
  const mint = (first: number, last: number) =>
    query(
      `with minted as (
         insert into nfts (id, issuer, owner, taxon, sequence, flags, transfer_fee, state_ledger, state_position, metadata_state)
         select 'M' || g, $1, $1, 9, g, 8, 0, 1, 1, 'ready' from generate_series($2::int, $3::int) g returning id
       ) insert into nft_traits (nft_id, issuer, taxon, trait, value) select id, $1, 9, 'Mood', 'calm' from minted`,
      [issuer, first, last],
    )
  const counted = async () => ({
    count: (await countCollectionNfts(db.http, { rules, collection, filter }))[0]?.count,
    facets: await Promise.all(countFacets(db.http, rules, collection, filter)),
  })
  const mood = { trait: 'Mood', value: 'calm' }
  await mint(1, 9_999)
  expect(await counted()).toEqual({
    count: 9_999,
    facets: [[{ ...mood, count: 9_999, atLeast: false }]],
  })
  await mint(10_000, 10_002)
  expect(await counted()).toEqual({
    count: 10_001,
    facets: [[{ ...mood, count: 10_000, atLeast: true }]],
  })
  const { transferable: _flag, ...whole } = filter
  expect(await countCollectionNfts(db.http, { rules, collection, filter: whole })).toEqual([
    { count: 10_002 },
  ])
})

test('a collection of fewer than ten works has no ranks', async () => {
  expect(await refreshRarity(db.http, 5)).toBe(1)
  expect(await ranks()).toEqual([null, null, null, null])
  await addCommonWorks()
  await refreshRarity(db.http, 5)
  expect(await ranks()).toEqual([2, 2, 2, 1])
})

longTest('rarity does not wait for a locked token, and ranks it later', async () => {
  await addCommonWorks()
  expect(await refreshRarity(db.http, 5)).toBe(1)
  expect(await ranks()).toEqual([2, 2, 2, 1])
  await storeMood('wild', 2)
  await whileOpen(
    async (tx) => {
      await tx.execute(`update nfts set price_drops = 5 where id = '${idOf(3)}'`)
    },
    async () => {
      // The other ranks would change, but the rank of the locked token would change, too.
      expect(await refreshRarity(db.http, 5)).toBe(0)
      expect(await collection()).toMatchObject({ rarity_due: true })
    },
  )
  await storeMood('lost', 3)
  expect(await refreshRarity(db.http, 5)).toBe(1)
  expect(await ranks()).toEqual([3, 3, 1, 1])
  expect(await collection()).toMatchObject({ rarity_due: false })
})

longTest('metadata stored during a rarity run is counted in the next ranks', async () => {
  await addCommonWorks()
  await whileOpen(
    (tx) => storeMetadata(tx, { id: idOf(0), issuer, taxon, uri: 'ipfs://0' }, metadataOf('wild')),
    async () => {
      expect(await refreshRarity(db.http, 5)).toBe(0)
    },
  )
  expect(await refreshRarity(db.http, 5)).toBe(1)
  expect(await ranks()).toEqual([1, 1, 1, 1])
})

test('a burned token has no rank and does not count for the others', async () => {
  await addCommonWorks()
  await refreshRarity(db.http, 5)
  await db.transaction(async (tx) => {
    await tx.execute(`update nfts set burned = true where id = '${idOf(3)}'`)
    await markTokensChanged(tx, [idOf(3)])
  })
  expect(await rowsOf('nfts', { burned: true })).toMatchObject([{ rarity_rank: null }])
  expect(await refreshRarity(db.http, 5)).toBe(1)
  expect(await ranks()).toEqual([1, 1, 1])
  expect(await rowsOf('trait_counts', {}, ['value'])).toMatchObject([
    { value: 'calm', tokens: 3, items: 11 },
    { value: 'grey', tokens: 8, items: 11 },
  ])
  // The collection is marked again, but only for its statistics.
  await db.transaction((tx) => markTokensChanged(tx, [idOf(3)]))
  expect(await collection()).toMatchObject({ stats_due: true, rarity_due: false })
})

test('an event is stored once, also where a damaged reply gave its transaction another place', async () => {
  await removeRows('history')
  const modified = (position: number, txid: string): HistoryInsert => ({
    nftId: idOf(0),
    txid: txid.padStart(64, '0'),
    type: 'modify',
    offerId: '',
    ledgerIndex: 100,
    position,
    closedAt: new Date('2026-01-01T12:00:00Z'),
    issuer,
    taxon,
    seller: null,
    buyer: null,
    amount: null,
    amountDrops: null,
    brokerFeeDrops: null,
    royaltyDrops: null,
    parentBatchId: null,
  })
  const store = (events: HistoryInsert[]) => db.transaction((tx) => addHistory(tx, historyRows(events)))
  expect(await store([modified(1, 'A')])).toBe(1)
  expect(await store([modified(0, 'A'), modified(2, 'B')])).toBe(1)
  expect(await store([modified(1, 'A'), modified(2, 'B')])).toBe(0)
  expect(await rowsOf('history', {}, ['position'])).toMatchObject([
    { position: 1, txid: 'A'.padStart(64, '0') },
    { position: 2, txid: 'B'.padStart(64, '0') },
  ])
})

const day = 24 * 3_600_000
const begin = Date.parse('2026-01-01T12:00:00Z')

/** Returns sales and gifts among five accounts, in order; one in ten has an unusual price and no fee. */
function drawEvents(chance: ReturnType<typeof chanceOf>): HistoryInsert[] {
  const owners = new Map<number, number>()
  return Array.from({ length: 120 }, (_, place): HistoryInsert => {
    const n = chance.int(tokens.length)
    const from = owners.get(n) ?? 0
    const to = (from + 1 + chance.int(4)) % 5
    owners.set(n, to)
    const isGift = chance.hits(0.15)
    const isOutlier = chance.hits(0.1)
    const drops = BigInt(1_000_000 * (1 + chance.int(4)) * (isOutlier ? 50 : 1))
    return {
      nftId: idOf(n),
      txid: String(place).padStart(64, '0'),
      type: isGift ? 'transfer' : 'sale',
      offerId: '',
      ledgerIndex: 100 + place,
      position: 0,
      closedAt: new Date(begin + place * day * 0.7),
      issuer,
      taxon,
      seller: `r${from}`,
      buyer: `r${to}`,
      amount: isGift ? null : drops.toString(),
      amountDrops: isGift ? null : drops,
      brokerFeeDrops: isOutlier ? 0n : 1n,
      royaltyDrops: 0n,
      parentBatchId: null,
    }
  })
}

const keyOf = ({ nftId, txid }: { nftId: string; txid: string }) => `${txid} ${nftId}`

/** Returns the moves of these events, and the sales among them with the figures that determine their marks. */
function movesOf(events: HistoryInsert[]): { moves: Move[]; sales: Sale[] } {
  const moves = events.map(
    (event): Move => ({
      id: keyOf(event),
      nftId: event.nftId,
      from: event.seller ?? '',
      to: event.buyer ?? '',
      drops: event.amountDrops,
      at: event.closedAt.getTime(),
      ledgerIndex: event.ledgerIndex,
      position: 0,
    }),
  )
  const dayOf = (at: number) => Math.floor(at / day)
  const sales = moves.flatMap(({ drops, ...move }, place): Sale[] => {
    if (drops === null) return []
    const before = moves.flatMap((other) =>
      other.drops !== null && dayOf(other.at) < dayOf(move.at) && dayOf(other.at) >= dayOf(move.at) - 30
        ? [other.drops]
        : [],
    )
    const recent = { sales: before.length, volumeDrops: before.reduce((sum, some) => sum + some, 0n) }
    const feeDrops = events[place]?.brokerFeeDrops ?? 0n
    return [{ ...move, drops, feeDrops, royaltyDrops: 0n, sellerFunder: null, buyerFunder: null, recent }]
  })
  return { moves, sales }
}

longTest('marks and days are the same whatever order and number of steps the sales come in', async () => {
  await removeRows('history')
  await removeRows('collection_days')
  const chance = chanceOf(5)
  const events = drawEvents(chance)
  const shuffled = events.toSorted(() => chance.int(3) - 1)
  while (shuffled.length > 0) {
    const some = shuffled.splice(0, 1 + chance.int(9))
    await db.transaction(async (tx) => {
      await writeHistory(tx, historyRows(some))
      await takeMoves(tx, some)
    })
  }
  const { moves, sales } = movesOf(events)
  const stored = await rowsOf('history', { type: 'sale' }, ['ledger_index'])
  const all = judgeSales(sales, moves)
  expect(
    new Map(stored.map((row) => [`${String(row['txid'])} ${String(row['nft_id'])}`, row['marks']])),
  ).toEqual(new Map(sales.map(({ id }) => [id, all.get(id)])))
  expect(new Set([...all.values()].flat())).toEqual(
    new Set(['back_and_forth', 'circle', 'no_profit', 'fee_free']),
  )
  const days = () => rowsOf('collection_days', {}, ['day'])
  const before = await days()
  await removeRows('collection_days')
  await db.transaction((tx) => refreshSaleDays(tx, events))
  expect(await days()).toEqual(before)
})
