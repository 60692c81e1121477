import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Pool } from 'pg'
import { encodeAccountID } from 'xrpl'
import { openDatabase } from '#db/client.ts'
import type { Database } from '#db/executor.ts'
import { refreshSaleDays } from '#db/queries/collection-days.ts'
import { addHistory, historyRows, writeHistory } from '#db/queries/index-writes.ts'
import { queryFacets } from '#db/queries/collection-facets.ts'
import { countCollectionNfts, queryCollectionNfts } from '#db/queries/collection-nfts.ts'
import { refreshRarity } from '#db/queries/rarity.ts'
import { markTokensChanged, refreshCollectionStats } from '#db/queries/statistics.ts'
import { storeMetadata } from '#db/queries/traits.ts'
import { refreshWorkSets } from '#db/queries/refresh-work-sets.ts'
import { createDatabaseFromTemplate, dropDatabase, openPool } from '#dev/postgres/databases.ts'
import { chanceOf } from '#tests/drift/chance.ts'
import { judgeSales, type Move, type Sale } from '#worker/contract/marked-sales.ts'
import type { CollectionNftsQuery } from '#worker/contract/lists.ts'
import type { TokenMetadata } from '#worker/contract/nfts.ts'
import { takeMoves } from '#worker/domain/ledger-index/mark-sales.ts'
import type { HistoryInsert } from '#worker/ledger/index-changes.ts'
import { longDescribe, longTest } from '#tests/support/sample.ts'

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
  attributes: [{ trait_type: 'Mood', value: mood }],
  collection: null,
})
const moods = ['calm', 'calm', 'calm', 'wild']
const tokens = moods.map((_, n) => idOf(n))

const query = async (text: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>(text, values)).rows
const collection = async () =>
  (await query('select stats_due, rarity_due, items_count, listed_count from collections'))[0]
const ranks = async () =>
  (await query('select rarity_rank from nfts where not burned order by id')).map((row) => row['rarity_rank'])

/** Work in a transaction that stays open while `meanwhile` runs. */
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
  await query("insert into collections (id, issuer, taxon, name) values ('night', $1, $2, 'Night')", [
    issuer,
    taxon,
  ])
  await query(
    `insert into nfts (id, issuer, owner, taxon, sequence, flags, transfer_fee, uri, state_ledger, state_position, metadata_state)
     select id, $2, $2, $3, place, 8, 0, 'ipfs://' || (place - 1), 1, 1, 'pending' from unnest($1::text[]) with ordinality as t(id, place)`,
    [tokens, issuer, taxon],
  )
  for (const [n, mood] of moods.entries()) await storeMood(mood, n)
})

test('a change made during the statistics run is counted in the next run', async () => {
  expect(await collection()).toMatchObject({ stats_due: true })
  await whileOpen(
    async (tx) => {
      await tx.execute(`update nfts set price_drops = 5 where id = '${idOf(1)}'`)
      // The collection is marked already; this mark must count too.
      await markTokensChanged(tx, [idOf(1)])
    },
    async () => {
      expect(await refreshCollectionStats(db.read, { marketplace }, 50)).toBe(0)
    },
  )
  expect(await refreshCollectionStats(db.read, { marketplace }, 50)).toBe(1)
  expect(await collection()).toMatchObject({ stats_due: false, items_count: 4, listed_count: 1 })
  expect(await refreshCollectionStats(db.read, { marketplace }, 50)).toBe(0)
})

test('the count of a collection without filters is the one of its statistics, unless these are due', async () => {
  const countOf = async (filter = {}) => {
    const asked = { id: 'night', sort: 'unset', ...filter } as const
    const rules = { marketplace, minimumDrops: 1n, otherBrokers: {} }
    return (await countCollectionNfts(db.read, rules, { issuer, taxon }, asked))[0]?.count
  }
  expect(await countOf()).toBe(4)
  expect(await refreshCollectionStats(db.read, { marketplace }, 50)).toBe(1)
  expect(await countOf()).toBe(4)
  // A number that no count of tokens would give.
  await query('update collections set items_count = 40')
  expect(await countOf({ sort: 'price_inc', after: '' })).toBe(40)
  expect([await countOf({ owner: issuer }), await countOf({ trait: ['Mood:none'] })]).toEqual([4, 0])
  await db.transaction((tx) => markTokensChanged(tx, [idOf(1)]))
  expect(await countOf()).toBe(4)
})

test('rarity does not wait for a locked token, and ranks it later', async () => {
  expect(await refreshRarity(db.read, 5)).toBe(1)
  expect(await ranks()).toEqual([2, 2, 2, 1])
  await storeMood('wild', 2)
  await whileOpen(
    async (tx) => {
      await tx.execute(`update nfts set price_drops = 5 where id = '${idOf(3)}'`)
    },
    async () => {
      // The other ranks would change, but so would the rank of the locked token.
      expect(await refreshRarity(db.read, 5)).toBe(0)
      expect(await collection()).toMatchObject({ rarity_due: true })
    },
  )
  await storeMood('lost', 3)
  expect(await refreshRarity(db.read, 5)).toBe(1)
  expect(await ranks()).toEqual([3, 3, 1, 1])
  expect(await collection()).toMatchObject({ rarity_due: false })
})

test('metadata stored during a rarity run is counted in the next ranks', async () => {
  await whileOpen(
    (tx) => storeMetadata(tx, { id: idOf(0), issuer, taxon, uri: 'ipfs://0' }, metadataOf('wild')),
    async () => {
      expect(await refreshRarity(db.read, 5)).toBe(0)
    },
  )
  expect(await refreshRarity(db.read, 5)).toBe(1)
  expect(await ranks()).toEqual([1, 1, 1, 1])
})

test('a burned token has no rank and does not count for the others', async () => {
  await refreshRarity(db.read, 5)
  await db.transaction(async (tx) => {
    await tx.execute(`update nfts set burned = true where id = '${idOf(3)}'`)
    await markTokensChanged(tx, [idOf(3)])
  })
  expect(await query('select rarity_rank from nfts where burned')).toEqual([{ rarity_rank: null }])
  expect(await refreshRarity(db.read, 5)).toBe(1)
  expect(await ranks()).toEqual([1, 1, 1])
  expect(await query('select value, tokens, items from trait_counts')).toEqual([
    { value: 'calm', tokens: 3, items: 3 },
  ])
  // Marked again, but for its statistics only.
  await db.transaction((tx) => markTokensChanged(tx, [idOf(3)]))
  expect(await collection()).toMatchObject({ stats_due: true, rarity_due: false })
})

test('an event is stored once, also where a damaged reply gave its transaction another place', async () => {
  await query('truncate history')
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
  expect(
    await query('select position, trim(leading $1 from txid) as txid from history order by 1', ['0']),
  ).toEqual([
    { position: 1, txid: 'A' },
    { position: 2, txid: 'B' },
  ])
})

test('marks and days are the same whatever order and number of steps the sales come in', async () => {
  await query('truncate history, collection_days')
  const chance = chanceOf(5)
  const day = 24 * 3_600_000
  const begin = Date.parse('2026-01-01T12:00:00Z')
  const owners = new Map<number, number>()
  const events = Array.from({ length: 120 }, (_, place): HistoryInsert => {
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
  const shuffled = events.toSorted(() => chance.int(3) - 1)
  while (shuffled.length > 0) {
    const some = shuffled.splice(0, 1 + chance.int(9))
    await db.transaction(async (tx) => {
      await writeHistory(tx, historyRows(some))
      await takeMoves(tx, some)
    })
  }
  const keyOf = ({ nftId, txid }: { nftId: string; txid: string }) => `${txid} ${nftId}`
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
  const stored = await query(
    "select nft_id, txid, marks from history where type = 'sale' order by ledger_index",
  )
  const all = judgeSales(sales, moves)
  expect(
    new Map(stored.map((row) => [`${String(row['txid'])} ${String(row['nft_id'])}`, row['marks']])),
  ).toEqual(new Map(sales.map(({ id }) => [id, all.get(id)])))
  expect(new Set([...all.values()].flat())).toEqual(
    new Set(['back_and_forth', 'circle', 'no_profit', 'fee_free']),
  )
  const days =
    'select day::text, sales, volume_drops::text, marked_sales, marked_drops::text from collection_days order by day'
  const kept = await query(days)
  await query('truncate collection_days')
  await db.transaction((tx) => refreshSaleDays(tx, events))
  expect(await query(days)).toEqual(kept)
})

longDescribe('a large collection', () => {
  const works = 2600
  const large = { issuer, taxon: 9 }
  const rules = { marketplace, minimumDrops: 1n, otherBrokers: {} }
  const workId = (g: string) => `'000800001' || lpad('', 39, '7') || lpad(to_hex(${g}), 16, '0')`
  const filters: Omit<CollectionNftsQuery, 'id' | 'sort'>[] = [
    { trait: ['Mood:calm'] },
    { trait: ['Mood:calm', 'Mood:wild', 'Frame:oak'] },
    { trait: ['Mood:calm', 'Frame:of 100'] },
    { trait: ['Mood:unheard of'] },
    { trait: ['Serial:no 77', 'Serial:no 78'] },
    { buyable: true },
    { buyable: false, trait: ['Frame:oak'] },
    { status: 'sale' },
    { status: 'unlisted', transferable: false },
    { auction: true },
    { auction: false, trait: ['Mood:wild'] },
    { name: 'moon' },
    { name: 'moon 12' },
    { name: 'moon #532', trait: ['Mood:calm'] },
    { name: 'NIGHT', trait: ['Frame:oak'], price_min: '1000', price_max: '1500' },
    { owner: 'rOwner3', trait: ['Mood:calm'] },
    { burnable: true },
    { name: '7' },
    { name: '77' },
    { name: '#777' },
    { name: '505' },
    { name: 'o' },
    { name: '77', trait: ['Mood:calm'], status: 'listed' },
    { name: 'hall #', transferable: true },
    { price_max: '5300' },
    { price_min: '1' },
    { owner: 'rOwner3' },
    { name: '#' },
    // Types of traits may have the names of other conditions.
    { trait: ['name:n 1'], name: 'moon' },
    { trait: ['everything:e', 'price:p'], price_max: '5600' },
    { price_min: '5500', status: 'sale' },
    { auction: true, status: 'unlisted' },
    { status: 'listed', name: 'hall' },
    // Texts of names, each known by other sets. Two in full width are no placeholders, and two are for the names of the next test.
    ...['a', 'NIGHT', 'ht #5', '#5', '#53', '# ', '12', '5 ', '1234', '@', '½', '％', '＿', 'bad', 'aba'].map(
      (name) => ({
        name,
      }),
    ),
    { name: '#', price_min: '5700', price_max: '6900' },
    // The ends of parts of prices are multiples of 5, and many works have the same price.
    { price_min: '5900', price_max: '5900' },
    { price_min: '5899', price_max: '5901', trait: ['Mood:calm'] },
    { price_max: '5899', trait: ['Mood:calm'] },
    { price_min: '5901', trait: ['Mood:calm'] },
    { price_max: '1', trait: ['Mood:calm'] },
    { owner: issuer, trait: ['Mood:calm'] },
    { owner: issuer, name: 'moon', price_min: '6000' },
  ]

  const sorts = ['unset', 'price_dec', 'rarity_dec', 'listed_inc'] as const

  /** Count, facets and two pages under every filter and a few sorts. */
  async function answers(turn: number) {
    const all: unknown[] = []
    for (const [n, given] of filters.entries()) {
      const sort = sorts[(n + turn) % sorts.length] ?? 'unset'
      const filter = { ...given, id: 'large', sort }
      const [count] = await countCollectionNfts(db.read, rules, large, filter)
      const facets = await queryFacets(db.read, rules, large, filter)
      const page = { after: null, offset: 0, limit: 24 }
      const first = await queryCollectionNfts(db.read, rules, large, filter, page)
      const last = first.at(-1)
      const after = last === undefined ? null : { value: last.sortValue, id: last.id, rest: last.restValue }
      const second = await queryCollectionNfts(db.read, rules, large, filter, { ...page, after })
      all.push({ filter, count, facets, pages: [first, second].map((rows) => rows.map(({ id }) => id)) })
    }
    return all
  }

  test('a work that is newer than the sets is found, and only where it matches', async () => {
    await query(
      `insert into nfts (id, issuer, owner, taxon, sequence, flags, transfer_fee, state_ledger, state_position, metadata_state, name)
       select ${workId('9100')}, $1, $1, $2, 9100, 9, 0, 1, 1, 'ready', 'Quetzal #760107'`,
      [issuer, large.taxon],
    )
    await query(
      `insert into nft_traits (nft_id, issuer, taxon, trait, value) select ${workId('9100')}, $1, $2, 'Mood', 'rare'`,
      [issuer, large.taxon],
    )
    const page = { after: null, offset: 0, limit: 24 }
    const found = async (filter: Omit<CollectionNftsQuery, 'id' | 'sort'>) => {
      const rows = await queryCollectionNfts(
        db.read,
        rules,
        large,
        { ...filter, id: 'large', sort: 'rarity_dec' },
        page,
      )
      return rows.some(({ sequence }) => sequence === 9100)
    }
    for (const filter of [
      { name: '#760107' },
      { name: 'quetzal' },
      { trait: ['Mood:rare'] },
      { burnable: true },
    ])
      expect(await found({ ...filter, transferable: true })).toBe(true)
    for (const filter of [{ name: '760108' }, { name: 'moon' }, { burnable: false }, { transferable: false }])
      expect(await found(filter)).toBe(false)
  })

  test('a place in a list without its rest does not change what other visitors get', async () => {
    const read = (page: Parameters<typeof queryCollectionNfts>[4]) =>
      queryCollectionNfts(db.read, rules, large, { id: 'large', sort: 'unset', status: 'unlisted' }, page)
    const page = { after: null, offset: 0, limit: 5 }
    await read({ ...page, after: { value: null, id: '0' } })
    const first = await read(page)
    const last = first.at(-1)
    const after = { value: null, id: last?.id ?? '', rest: last?.restValue ?? null }
    const second = await read({ ...page, after })
    expect(Math.min(...second.map(({ sequence }) => sequence))).toBeGreaterThan(
      Math.max(...first.map(({ sequence }) => sequence)),
    )
  })

  const sets = async () =>
    Number((await query('select count(*) from work_sets where taxon = $1', [large.taxon]))[0]?.['count'])

  async function refreshAll() {
    await refreshCollectionStats(db.read, { marketplace }, 50)
    await refreshRarity(db.read, 5)
    while (await refreshWorkSets(db.read, rules, { works: 2000, places: 16, share: 100, names: 1 })) continue
  }

  async function matchesRows(turn: number) {
    const bySets = await answers(turn)
    expect(await sets()).toBeGreaterThan(100)
    await query('delete from collection_sets')
    expect(bySets).toEqual(await answers(turn))
    await refreshAll()
  }

  beforeEach(async () => {
    await query('truncate collection_sets, work_sets, auctions, offers')
    await query("insert into collections (id, issuer, taxon, name) values ('large', $1, $2, 'Large')", [
      issuer,
      large.taxon,
    ])
    await query(
      `insert into nfts (id, issuer, owner, taxon, sequence, flags, transfer_fee, state_ledger, state_position, metadata_state, name, price_drops, listed_ledger)
       select ${workId('g')}, $1, case when g % 3 = 0 then $1 else 'rOwner' || g % 7 end, $2, g, case when g % 40 = 0 then 1 else 8 end, 0, 1, 1, 'ready',
         case when g % 50 <> 0 then (array['Night', 'Moon', 'Hall'])[1 + g % 3] || ' #' || g end, case when g % 25 = 0 then 5900 when g % 5 = 0 then g end, case when g % 5 = 0 then g end
       from generate_series(5000, 5000 + ${works} - 1) g`,
      [issuer, large.taxon],
    )
    await query(
      `insert into nft_traits (nft_id, issuer, taxon, trait, value)
       select ${workId('g')}, $1, $2, t.trait, t.value from generate_series(5000, 5000 + ${works} - 1) g cross join lateral (values
         ('Mood', case when g % 4 = 0 then 'wild' else 'calm' end), ('Frame', case when g % 100 = 0 then 'of 100' else 'oak' end), ('Serial', 'no ' || g % 90)) t(trait, value)`,
      [issuer, large.taxon],
    )
    await query(
      `insert into auctions (offer_id, nft_id, seller, start_amount, ends_at, state) select 'A' || id, id, owner, '"1"', now(), 'running' from nfts where taxon = $1 and sequence % 200 = 1`,
      [large.taxon],
    )
    await query(
      `insert into offers (id, nft_id, owner, is_sell, amount, state, created_ledger)
       select 'I' || id, id, owner, true, '{"currency":"USD","issuer":"rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq","value":"1"}', 'open', 1 from nfts where taxon = $1 and sequence % 100 = 1`,
      [large.taxon],
    )
    await query('update collections set rarity_due = true where taxon = $1', [large.taxon])
    // As autovacuum does, which is off in tests.
    await query('analyze nfts, nft_traits, offers')
    await refreshAll()
  })

  longTest('any names have sets', async () => {
    const renamed = async (name: string) => {
      await query(
        `update nfts set name = ${name} from (select id, sequence::text as g from nfts where taxon = $1) w where w.id = nfts.id`,
        [large.taxon],
      )
      await query(
        'update collections set rarity_due = true, rarity_marks = rarity_marks + 1 where taxon = $1',
        [large.taxon],
      )
      await refreshAll()
    }
    const kinds = async () => {
      const rows = await query("select kind from work_sets where name = 'kept' and taxon = $1 order by 1", [
        large.taxon,
      ])
      return rows.map(({ kind }) => kind)
    }
    // Different by more than their numbers, and with all pairs of a text that they do not contain.
    await renamed(
      "'Cab bad ' || initcap(translate(left(md5(g), 8), '01234567', 'ghijklm ')) || left(md5(g), 2)",
    )
    expect(await kinds()).toEqual(['letters', 'pair', 'triple'])
    for (const turn of [0, 1]) await matchesRows(turn)
    await renamed("'Hall'")
    expect(await kinds()).toEqual(['pair', 'shape', 'triple'])
    await matchesRows(2)
    // More than are kept.
    await renamed(
      "(select string_agg(chr(19968 + (g::int * 7 + n * 613) % 9000), '') || g from generate_series(1, 6) n)",
    )
    expect(await kinds()).toEqual(['pair'])
    await matchesRows(3)
  })

  longTest('counts, facets and pages by its sets are those by its rows, also after changes', async () => {
    for (const turn of sorts.keys()) await matchesRows(turn)
    const at = (sequence: number) =>
      query(`select id from nfts where taxon = $1 and sequence = $2`, [large.taxon, sequence])
    const ids = (await Promise.all([5011, 5020, 5100].map(at))).flat().map(({ id }) => String(id))
    // Far enough that the range of the sets grows.
    await query(
      `insert into nfts (id, issuer, owner, taxon, sequence, flags, transfer_fee, uri, state_ledger, state_position, metadata_state)
       select ${workId('9100')}, $1, $1, $2, 9100, 8, 0, 'ipfs://large', 1, 1, 'pending'`,
      [issuer, large.taxon],
    )
    const [minted] = await at(9100)
    await query('update nfts set price_drops = 7, owner = $2 where id = $1', [ids[0], 'rOwner3'])
    await query('update nfts set price_drops = null where id = $1', [ids[1]])
    await query('update nfts set burned = true where id = $1', [ids[2]])
    await db.transaction(async (tx) => {
      await storeMetadata(
        tx,
        { id: String(minted?.['id']), ...large, uri: 'ipfs://large' },
        metadataOf('calm'),
      )
      await markTokensChanged(tx, [...ids, String(minted?.['id'])])
    })
    await refreshAll()
    for (const turn of sorts.keys()) await matchesRows(turn)
    // One that has become small has none.
    const some = await query(
      'update nfts set burned = true where taxon = $1 and sequence < 6000 returning id',
      [large.taxon],
    )
    await db.transaction((tx) =>
      markTokensChanged(
        tx,
        some.map(({ id }) => String(id)),
      ),
    )
    await refreshAll()
    expect(await sets()).toBe(0)
    expect(await query('select size from collection_sets where taxon = $1', [large.taxon])).toEqual([
      { size: 0 },
    ])
  })
})

test('a set has the places of its works', async () => {
  const chance = chanceOf(1)
  const size = 4096
  for (const share of [0, 1, 2, 50, size]) {
    const places = Array.from({ length: size }, (_, place) => place).filter(() => chance.hits(share / size))
    const [row] = await query('select work_places(work_set($1, $2)) as places', [places, size])
    expect(row?.['places']).toEqual(places)
  }
  for (const places of [[0], [31, 32], [size - 1], [0, size - 1]]) {
    const [row] = await query('select work_places(work_set($1, $2)) as places', [places, size])
    expect(row?.['places']).toEqual(places)
  }
})
