import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { type LedgerProxy, startLedgerProxy } from '#tests/support/ledger-proxy.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { withOpenTransaction } from '#tests/support/open-transaction.ts'
import {
  askToBuy,
  cronUntil,
  lockAwaited,
  offerIndexed,
  offersOf,
  openForBusiness,
  wealthOf,
} from './helpers.ts'

let world: TestWorld
let line: LedgerProxy
let artist: DemoAccount
let buyer: DemoAccount
let session: Session
const price = 20_000_000n

beforeAll(async () => {
  line = await startLedgerProxy()
  world = await createTestWorld({ runtime: true, ledgerThrough: line })
  artist = await world.fund('artist')
  buyer = await world.fund('buyer')
  await openForBusiness(world)
  session = await world.connect(buyer)
})
afterAll(async () => {
  await world.close()
  await line.close()
})

async function listed() {
  const nft = await world.mint(artist)
  await offerIndexed(world, await world.list(artist, nft, price, { destination: world.marketplace.address }))
  return nft
}

async function money() {
  const { marketplace } = world
  const at = (account: DemoAccount) => wealthOf(world, account.address)
  return { artist: await at(artist), buyer: await at(buyer), marketplace: await at(marketplace) }
}

/**
 * Expects that the sale happened exactly once: token, money, journal. Transaction costs are excluded from the
 * comparison.
 */
async function expectSoldOnce(nft: string, before: Awaited<ReturnType<typeof money>>) {
  expect(await world.ownerOf(nft, [buyer, artist])).toBe(buyer.address)
  const after = await money()
  expect(after.artist - before.artist).toBe(price)
  expect(before.buyer - after.buyer).toBe(price + price / 100n)
  expect(after.marketplace - before.marketplace).toBe(price / 100n)
  const brokering = await world.brokeringOf(nft)
  expect(brokering.filter(({ state }) => state === 'succeeded')).toHaveLength(1)
  expect(await world.tokenOf(nft)).toMatchObject({ owner: buyer.address })
  expect(await offersOf(world, buyer.address)).toEqual([])
}

const settled = (nft: string) => async () =>
  (await world.salesOf(nft)).some(({ state }) => state !== 'matching')

test('a worker killed before it notices the buyer’s signature does the sale once, with no browser open', async () => {
  const nft = await listed()
  const before = await money()
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  await world.stack.worker.kill()
  await world.sign(uuid, buyer)
  await world.stack.worker.start()
  // The cron lease of the killed run must expire before the sweep finds the abandoned request.
  await cronUntil(world, 'sale settled', settled(nft), 60_000)
  await expectSoldOnce(nft, before)
  expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'success' })
})

test('a worker killed between the buyer’s signature and the broker’s submission resumes from the journal', async () => {
  const nft = await listed()
  const before = await money()
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  // The worker's submissions are blocked: the journal row is written, but the blob does not arrive. (The wallet's
  // submissions pass.)
  line.lets = (method) => method !== 'submit'
  await world.sign(uuid, buyer)
  await vi.waitUntil(
    async () => {
      // This call only starts the sale; the outcome is read from the journal.
      void world.call(`/api/xumm/check/${uuid}`, { session }).catch(() => null)
      return (await world.brokeringOf(nft)).length > 0
    },
    { timeout: 40_000, interval: 100 },
  )
  expect(await world.brokeringOf(nft)).toHaveLength(1)
  await world.stack.worker.kill()
  expect(await world.ownerOf(nft, [buyer, artist])).toBe(artist.address)
  line.lets = () => true
  await world.stack.worker.start()
  await cronUntil(world, 'sale settled', settled(nft), 60_000)
  await expectSoldOnce(nft, before)
})

test('a worker killed repeatedly during a sale does it exactly once', async () => {
  const nft = await listed()
  const before = await money()
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  await world.sign(uuid, buyer)
  for (const pause of [0, 40, 120, 250]) {
    // The kill cuts off the response.
    const poll = world.call(`/api/xumm/check/${uuid}`, { session }).catch(() => null)
    await wait(pause)
    await world.stack.worker.kill()
    await poll
    await world.stack.worker.start()
  }
  await cronUntil(world, 'sale settled', settled(nft), 60_000)
  await expectSoldOnce(nft, before)
})

test('a stalled worker does not mark a sale as failed that another worker has completed', async () => {
  const nft = await listed()
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  await world.removeRows('ledger_tickets')
  await world.sign(uuid, buyer)
  const check = () => world.call(`/api/xumm/check/${uuid}`, { session })
  const readSale = () => world.salesOf(nft)
  await vi.waitUntil(async () => (await check()) && (await readSale()).length > 0, {
    timeout: 40_000,
    interval: 300,
  })
  const [sale] = await readSale()
  // The worker is blocked where it checks whether an offer has ended.
  await withOpenTransaction(world, async (other) => {
    await other.lockTable('offers')
    const stopped = check()
    await lockAwaited(world)
    const { hash } = await world.run(world.marketplace, {
      TransactionType: 'NFTokenAcceptOffer',
      NFTokenSellOffer: sale?.['sell_offer_id'],
      NFTokenBuyOffer: sale?.['buy_offer_id'],
      NFTokenBrokerFee: sale?.['fee'],
    })
    await world.addRow('ledger_submissions', {
      id: crypto.randomUUID(),
      purpose: `broker:${String(sale?.['id'])}`,
      kind: 'broker',
      tx: '{}',
      blob: '',
      hash,
      last_ledger: 1_000_000,
      state: 'submitted',
    })
    await other.changeRows('offers', { nft_id: nft }, { state: 'accepted' })
    await other.commit()
    expect((await stopped).body['status']).not.toBe('failed')
  })
  expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'success' })
})
