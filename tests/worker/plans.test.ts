import { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import type { Reader } from '#db/executor.ts'
import { countCollectionNfts, queryCollectionNfts } from '#db/queries/collection-nfts.ts'
import { queryCollectionHistory, queryFacets } from '#db/queries/collection-lists.ts'
import { queryCollectionOf } from '#db/queries/collections.ts'
import { queryAuctionCards, queryFeaturedCards } from '#db/queries/nft-cards.ts'
import { queryHistory, queryNft, queryOpenOffers, queryRunningAuction } from '#db/queries/nfts.ts'
import { searchNfts } from '#db/queries/search.ts'
import { listTokensAfter } from '#db/queries/syncs.ts'
import { createDatabaseFromTemplate, dropDatabase } from '#dev/postgres/databases.ts'
import type { NftSort } from '#worker/contract/lists.ts'

// Every query of a visitor's path on 50,000 tokens, or as many as PLANS_TOKENS says: none may read a big table from end to end.

const name = 'query_plans'
const tokens = Number(process.env['PLANS_TOKENS'] ?? '50000')
const patience = Math.max(1, tokens / 50_000)
const big = ['nfts', 'offers', 'history', 'nft_traits']
const rules = { marketplace: 'rMarket', minimumDrops: 100_000n, otherBrokers: {} }
const issuer = 'r7'
const collection = { issuer, taxon: 0 }
const id = 'N0000000007'
let pool: Pool
let db: Reader

beforeAll(async () => {
  const { templateUrl, databaseProxy } = inject('services')
  const url = await createDatabaseFromTemplate(templateUrl, 'template_opx', name)
  pool = new Pool({ connectionString: url, max: 1 })
  db = openDatabase({ url, proxy: databaseProxy, waitUntil: () => undefined }).read
  await pool.query(`
    insert into collections (id, issuer, taxon, name) select 'c' || g, 'r' || g, 0, 'Collection ' || g from generate_series(0, 24) g;
    insert into nfts (id, issuer, taxon, sequence, flags, transfer_fee, owner, state_ledger, state_position, metadata_state, name,
        price_drops, main_offer_id, listed_ledger, rarity_rank, rarity_score)
      select 'N' || lpad(g::text, 10, '0'), 'r' || g % 25, 0, g, 8, 0, 'o' || g % 4000, g, 0, 'ready', md5(g::text),
        case when g % 3 = 0 then 1000000 + g end, case when g % 3 = 0 then 'O' || g end, case when g % 3 = 0 then g end, g / 25 + 1, 1
      from generate_series(1, ${tokens}) g;
    insert into nft_traits select 'N' || lpad(g::text, 10, '0'), 'r' || g % 25, 0, 'Mood', 'm' || g % 10 from generate_series(1, ${tokens}) g;
    insert into offers (id, nft_id, owner, is_sell, amount, amount_drops, state, created_ledger)
      select 'O' || g, 'N' || lpad((1 + g % ${tokens})::text, 10, '0'), 'o' || g % 4000, g % 2 = 0, to_jsonb((1000000 + g)::text), 1000000 + g,
        case when g % 4 = 0 then 'open' else 'cancelled' end, g
      from generate_series(1, ${tokens * 2}) g;
    insert into history (nft_id, txid, type, ledger_index, position, closed_at, issuer, taxon)
      select 'N' || lpad((1 + g % ${tokens})::text, 10, '0'), 'T' || g, case when g % 5 = 0 then 'sale' else 'mint' end, g, 0,
        now() - make_interval(mins => g), 'r' || g % 25, 0
      from generate_series(1, ${tokens * 2}) g;
  `)
  await pool.query('analyze')
}, 60_000 * patience)
afterAll(async () => {
  await pool.end()
  await dropDatabase(inject('services').templateUrl, name)
})

/** Tables that a plan reads from end to end. */
function scanned(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(scanned)
  if (typeof plan !== 'object' || plan === null) return []
  const relation: unknown = Reflect.get(plan, 'Relation Name')
  const here = Reflect.get(plan, 'Node Type') === 'Seq Scan' && typeof relation === 'string' ? [relation] : []
  return [...here, ...Object.values(plan).flatMap(scanned)]
}

interface Query {
  toSQL(): { sql: string; params: unknown[] }
}

const page = { after: null, offset: 0, limit: 24 }
const items = (filter: { sort?: NftSort } & Record<string, unknown> = {}) =>
  ({ id: 'c7', sort: 'unset', ...filter }) as const

const sorts: NftSort[] = [
  'unset',
  'price_inc',
  'price_dec',
  'listed_inc',
  'listed_dec',
  'rarity_inc',
  'rarity_dec',
]

const queries: [string, (reader: Reader) => Query][] = [
  ['a token', (reader) => queryNft(reader, id)],
  ['its open offers', (reader) => queryOpenOffers(reader, id)],
  ['its history', (reader) => queryHistory(reader, id, 100)],
  ['its auction', (reader) => queryRunningAuction(reader, id)],
  ['its collection', (reader) => queryCollectionOf(reader, issuer, 0)],
  ['featured works', (reader) => queryFeaturedCards(reader, rules, 12)],
  ['auctions', (reader) => queryAuctionCards(reader, rules, 24)],
  ...sorts.map((sort): [string, (reader: Reader) => Query] => [
    `items by ${sort}`,
    (reader) => queryCollectionNfts(reader, rules, collection, items({ sort }), page),
  ]),
  [
    'items by trait',
    (reader) => queryCollectionNfts(reader, rules, collection, items({ trait: ['Mood:m3'] }), page),
  ],
  [
    'items by owner',
    (reader) => queryCollectionNfts(reader, rules, collection, items({ owner: 'o12' }), page),
  ],
  ['items by name', (reader) => queryCollectionNfts(reader, rules, collection, items({ name: 'abc' }), page)],
  [
    'items by price',
    (reader) =>
      queryCollectionNfts(reader, rules, collection, items({ price_min: '1000000', status: 'listed' }), page),
  ],
  ['count of items', (reader) => countCollectionNfts(reader, rules, collection, items())],
  [
    'count of listed items',
    (reader) => countCollectionNfts(reader, rules, collection, items({ status: 'listed' })),
  ],
  ['facets', (reader) => queryFacets(reader, collection)],
  ['activity', (reader) => queryCollectionHistory(reader, collection, null, 0, 40)],
  ['search', (reader) => searchNfts(reader, rules, 'a1b2c3', 24)],
  ['tokens of a sync', (reader) => listTokensAfter(reader, collection, 100, 12)],
]

test.each(queries)('%s: no big table is read from end to end', async (_name, make) => {
  const { sql, params } = make(db).toSQL()
  const values = params.map((param) => (typeof param === 'bigint' ? param.toString() : param))
  const { rows } = await pool.query(`explain (format json) ${sql}`, values)
  expect(scanned(rows[0]['QUERY PLAN']).filter((table) => big.includes(table))).toEqual([])
})
