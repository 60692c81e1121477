import { asJson } from '#local/lib/rpc.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { askToBuy, cronUntil, offerIndexed, openForBusiness, whileNoLedgerCloses } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursAgo, notNull } from '#tests/support/state.ts'

let world: TestWorld
let buyer: DemoAccount
let other: DemoAccount
let session: Session
let nft: string
let cheap: string

beforeAll(async () => {
  world = await createTestWorld()
  const artist = await world.fund('artist')
  buyer = await world.fund('buyer')
  other = await world.fund('other')
  await openForBusiness(world)
  session = await world.connect(buyer)
  nft = await world.mint(artist)
  cheap = await world.mint(artist)
  await offerIndexed(
    world,
    await world.list(artist, nft, 5_000_000n, { destination: world.marketplace.address }),
  )
})
afterAll(() => world.close())

async function faults(change: Record<string, unknown>) {
  const reply = await fetch(`${world.signer.url}/dev/faults`, {
    method: 'POST',
    body: JSON.stringify(change),
  })
  expect(reply.status).toBe(200)
}

const tampered: [string, () => Record<string, unknown>][] = [
  ['Amount', () => ({ Amount: '5050001' })],
  ['Destination', () => ({ Destination: other.address })],
  ['NFTokenID', () => ({ NFTokenID: cheap })],
  ['Owner', () => ({ Owner: other.address })],
  ['Expiration', () => ({ Expiration: 900_000_000 })],
  ['Flags', () => ({ Flags: tfSellNFToken, Owner: undefined })],
  ['Memos', () => ({ Memos: [{ Memo: { MemoData: 'AB' } }] })],
]

test.each(tampered)('a transaction signed with another %s is refused', async (_field, change) => {
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  await faults({ tamper: change(), skipSubmit: true })
  await world.sign(uuid, buyer)
  await faults({})
  expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'failed', code: 'signature_mismatch' })
  expect(await world.salesOf(nft)).toEqual([])
})

test('a signature of another account is refused', async () => {
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  await faults({ signWith: other.address, skipSubmit: true })
  await world.sign(uuid, buyer)
  await faults({})
  expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'failed', code: 'signature_mismatch' })
})

test('a signature on another network is refused', async () => {
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  await faults({ network: 'TESTNET', skipSubmit: true })
  await world.sign(uuid, buyer)
  expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'failed', code: 'wrong_network' })
  await faults({})
  expect(await world.salesOf(nft)).toEqual([])
})

longTest('when a wallet signs without submitting, we submit the same blob', async () => {
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  // The transaction is valid for ten ledgers; none closes before it has arrived.
  await whileNoLedgerCloses(world, async () => {
    await faults({ skipSubmit: true })
    await world.sign(uuid, buyer)
    await faults({})
    await vi.waitUntil(
      async () => {
        await world.call(`/api/xumm/check/${uuid}`, { session })
        const state = asJson(await (await fetch(`${world.ledgerUrl}/admin/state`)).json())
        return Number(state['open_transactions']) > 0
      },
      { timeout: 40_000, interval: 100 },
    )
  })
  expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
  expect(await world.ownerOf(nft, [buyer])).toBe(buyer.address)
})

longTest('after a lost webhook the sweep finds the signature, with no browser open', async () => {
  const lost = await world.mint(buyer)
  const again = await world.list(buyer, lost, 6_000_000n, { destination: world.marketplace.address })
  await offerIndexed(world, again)
  const otherSession = await world.connect(other)
  const uuid = await askToBuy(world, otherSession, { nftokenID: lost })
  await faults({ webhook: 'lost' })
  await world.sign(uuid, other)
  await faults({})
  await cronUntil(
    world,
    'sold',
    () => world.hasRow('sales', { sell_offer_id: again, state: 'completed' }),
    60_000,
  )
  expect(await world.ownerOf(lost, [other])).toBe(other.address)
})

/** Inserts six hundred copies of this request: the open requests that a hostile wallet can leave behind. */
async function crowd(uuid: string, change: { purpose: string; state: string }) {
  const request = await world.requestOf(uuid)
  const [signed] = await world.rowsOf('sign_requests', { blob: notNull })
  await world.copyRows(
    'sign_requests',
    { uuid },
    Array.from({ length: 600 }, () => ({
      ...change,
      id: crypto.randomUUID(),
      uuid: crypto.randomUUID(),
      expires_at: new Date(Number(request?.['expires_at']) - 3_600_000),
      signed_at: hoursAgo(1),
      txid: 'AB'.repeat(32),
      blob: signed?.['blob'],
    })),
  )
}

/** Buys a work with a signature that comes after `before` has run. The webhook is lost, and no browser polls. */
async function buyUnpolled(before: (uuid: string) => Promise<unknown>) {
  const seller = await world.fund('seller')
  const work = await world.mint(seller)
  const listing = await world.list(seller, work, 7_000_000n, { destination: world.marketplace.address })
  await offerIndexed(world, listing)
  const uuid = await askToBuy(world, session, { nftokenID: work })
  await before(uuid)
  await world.changeRequest(uuid, { asked_at: new Date(Date.now() - 1 * 60_000) })
  await faults({ webhook: 'lost' })
  await world.sign(uuid, buyer)
  await faults({})
  const sold = () => world.hasRow('sales', { sell_offer_id: listing, state: 'completed' })
  await cronUntil(world, 'sold', sold, 60_000)
}

longTest('a failing stage of the sweep does not stop the others', async () => {
  await buyUnpolled(() => world.query('alter table idempotency_keys rename to keys_away'))
  await world.query('alter table keys_away rename to idempotency_keys')
  expect(await world.rowsOf('job_failures')).toMatchObject([{ name: 'sweep' }])
})

longTest(
  'abandoned sign-ins do not delay other requests, and expire without a call to the signer',
  async () => {
    await buyUnpolled((uuid) => crowd(uuid, { purpose: 'sign_in', state: 'created' }))
    expect(await world.rowsOf('sign_requests', { purpose: 'sign_in', state: 'created' })).toEqual([])
  },
)

longTest('signed requests that never end do not delay others, and are given up after a day', async () => {
  await buyUnpolled((uuid) => crowd(uuid, { purpose: 'transaction', state: 'signed' }))
  await world.query("delete from sign_requests where state = 'signed' and uuid > '1'")
  const left = () => world.rowsOf('sign_requests', { purpose: 'transaction' })
  await world.changeRows('sign_requests', { state: 'signed' }, { signed_at: hoursAgo(25), asked_at: null })
  const givenUp = async () => (await left()).every(({ code }) => code === 'not_submitted')
  await cronUntil(world, 'given up', givenUp)
  expect((await left()).length).toBeGreaterThan(0)
})
