import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createDatabaseFromTemplate,
  dropDatabase,
  endConnections,
  openPool,
} from '#local/postgres/databases.ts'
import { repair } from '#ops/backup/repair.ts'
import { holdRewound } from '#ops/backup/restore.ts'
import { moveClock } from '#tests/support/ledger-clock.ts'
import { openShop } from '#tests/support/shop.ts'
import { createState } from '#tests/support/state.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { compose } from '#worker/compose.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { ask, askAndSign, openForBusiness } from './helpers.ts'

let world: TestWorld
let copyUrl = ''
let pool: Pool

beforeAll(async () => {
  world = await createTestWorld()
  await openForBusiness(world)
})
afterAll(async () => {
  await pool.end()
  await dropDatabase(world.databaseUrl, new URL(copyUrl).pathname.slice(1))
  await world.close()
})

test('a work whose mint was in the index but not recorded yet is not minted again after a point-in-time restore', async () => {
  const shop = await openShop(world, { items: 2 })
  const [first = '', second = ''] = shop.items
  const buyer = await world.connect(await world.fund('Buyer'))
  const uuid = await ask(world, 'buyOnDemand', buyer, { nftDatabaseID: first })
  await world.cron()
  const [reservation] = await world.rowsOf('reservations', { item_id: first })
  const name = new URL(world.databaseUrl).pathname.slice(1)
  await endConnections(world.databaseUrl)
  copyUrl = await createDatabaseFromTemplate(world.databaseUrl, name, `${name}_rewound`)
  pool = openPool(copyUrl, 2)
  const copy = createState(async (sql, values = []) => (await pool.query(sql, values)).rows)
  // The moment at which the ledger has the mint and the index its token, and the journal waits for the result.
  await copy.changeRows(
    'reservations',
    { item_id: first },
    { state: 'reserved', offer_id: null, nft_id: null },
  )
  await copy.changeRows('demand_items', { id: first }, { token_id: null })
  await copy.changeRows(
    'ledger_submissions',
    { purpose: `demand:${String(reservation?.['id'])}` },
    { state: 'submitted', result: null, ledger_index: null, final_at: null },
  )
  await world.sign(uuid, buyer.account)
  await world.outcomeOf(uuid, buyer)
  const outcome = await askAndSign(world, 'buyOnDemand', buyer, { nftDatabaseID: second })
  expect(outcome).toMatchObject({ status: 'success' })

  await holdRewound(copyUrl)
  await moveClock(world.ledgerUrl, 16 * 60)
  const pending: Promise<unknown>[] = []
  const environment = readEnvironment({ ...world.stack.bindings, DATABASE_URL: copyUrl })
  await repair(compose(environment)('repair', (work) => pending.push(work)))
  await Promise.all(pending)
  for (const id of [first, second]) {
    const [item] = await copy.rowsOf('demand_items', { id })
    expect(item).toMatchObject({ state: 'sold', token_id: (await world.itemOf(id))?.['token_id'] })
  }
  expect(await copy.rowsOf('payouts', { collection_id: shop.collectionId })).toHaveLength(2)
})
