import { drizzle } from 'drizzle-orm/neon-http'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryBestBid } from '#db/queries/standing-bid/bids.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { cronUntil } from './helpers.ts'
import { exactList } from '#tests/support/state.ts'

const bids = 10_000
const Plan = v.tuple([v.object({ 'Execution Time': v.number(), 'Planning Time': v.number() })])

let world: TestWorld
let work: string

beforeAll(async () => {
  world = await createTestWorld()
  const artist = await world.fund('Artist')
  work = await world.mint(artist, { taxon: 5 })
  await cronUntil(world, 'the work', () => world.hasRow('nfts', { id: work }))
  await world.addCollection({ id: 'busy', issuer: artist.address, taxon: 5, name: 'Busy' })
})
afterAll(() => world.close())

/** Adds open bids of 3,000 accounts, two thirds of them for traits that the work does not have. */
async function addBids(): Promise<void> {
  const { issuer, taxon } = identifyToken(work)
  await world.query(
    `insert into standing_bids (id, bidder, issuer, taxon, traits, price_drops, works, terms_hash, state, created_at, opened_at, expires_at)
     select gen_random_uuid(), 'r' || (i % 3000), $1, $2, case when i % 3 = 0 then '{}'::text[] else array['Sky:' || (i % 50)] end,
       1000000 + (i * 7919) % 900000, 3, 'x', 'open', now(), now(), now() + interval '7 days' from generate_series(1, $3::int) i`,
    [issuer, taxon, bids],
  )
  await world.query(
    `insert into bid_tickets (account, ticket, bid_id)
     select bidder, (row_number() over ()) * 2 + n, id from standing_bids cross join generate_series(0, 1) n`,
  )
  await world.query('analyze')
}

/** Returns the time that Postgres needs to find the best bid for the work, in milliseconds. */
async function measureSearch(): Promise<number> {
  const { issuer, taxon } = identifyToken(work)
  const terms = { issuer, taxon, owner: issuer, traits: [], rank: null }
  const { sql, params } = queryBestBid(drizzle.mock(), terms).toSQL()
  const [row] = await world.query(`explain (analyze, format json) ${sql}`, params)
  const [plan] = v.parse(Plan, row?.['QUERY PLAN'])
  return plan['Execution Time'] + plan['Planning Time']
}

test('the best of 10,000 standing bids for a work is found within 20 ms', async () => {
  await addBids()
  const rows = await world.rowsOf('standing_bids', { traits: exactList([]) })
  const highest = Math.max(...rows.map((row) => Number(row['price_drops'])))
  const { body } = await world.call(`/api/nft/bid?id=${work}`)
  expect(body['best']).toMatchObject({ priceDrops: String(highest) })
  expect(await measureSearch()).toBeLessThan(20)
})
