import { randomBytes } from 'node:crypto'
import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import {
  ask,
  askAndSign,
  cronUntil,
  offerIndexed,
  openForBusiness,
  redeploy,
  whileLedgersPass,
} from './helpers.ts'

// Secrets that change while the site runs, in the order of docs/operations.md.

let world: TestWorld
let seller: DemoAccount

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  seller = await world.fund('Seller')
  await openForBusiness(world)
})
afterAll(() => world.close())

const deploy = (settings: Record<string, string>) => redeploy(world, settings)

describe('a new session secret', () => {
  test('ends no session and no API key until the old one is removed', async () => {
    const old = world.stack.bindings['SESSION_SECRET'] ?? ''
    const current = randomBytes(32).toString('hex')
    const session = await world.connect(await world.fund('Ann'))
    const reply = await world.call('/api/account/key/create', {
      session,
      body: { id: crypto.randomUUID(), name: 'Robot' },
    })
    const keyed = { headers: { authorization: `Bearer ${String(asJson(reply.body['data'])['key'])}` } }
    const read = () => world.call('/api/account/balance', { session })
    await deploy({ SESSION_SECRET: `${current},${old}` })
    expect((await read()).status).toBe(200)
    expect((await world.call('/api/account/balance', keyed)).status).toBe(200)
    const later = await world.connect(await world.fund('Later'))
    await deploy({ SESSION_SECRET: current })
    expect((await read()).status).toBe(401)
    expect((await world.call('/api/account/balance', keyed)).status).toBe(401)
    expect((await world.call('/api/account/balance', { session: later })).status).toBe(200)
  })
})

describe('a new key of the marketplace', () => {
  async function listWork(): Promise<{ nftokenID: string; sellOfferIndex: string }> {
    const nftokenID = await world.mint(seller, { taxon: 1, transferFee: 5000 })
    const destination = world.marketplace.address
    const sellOfferIndex = await world.list(seller, nftokenID, 5_000_000n, { destination })
    await offerIndexed(world, sellOfferIndex)
    return { nftokenID, sellOfferIndex }
  }

  test('is used as soon as the ledger has it, and sales go on before, meanwhile and afterwards', async () => {
    const seed = generateSeed()
    const address = deriveAddress(deriveKeypair(seed).publicKey)
    const buyer = await world.connect(await world.fund('Buyer'))
    const works = [await listWork(), await listWork(), await listWork()]
    await deploy({
      MARKETPLACE_ACCOUNT: world.marketplace.address,
      MARKETPLACE_SEED: `${seed},${world.marketplace.seed}`,
    })
    // The ledger still has the old key only.
    expect(await askAndSign(world, 'buyNow', buyer, works[0] ?? {})).toMatchObject({ status: 'success' })
    const begun = await ask(world, 'buyNow', buyer, works[1] ?? {})
    await world.run(world.marketplace, { TransactionType: 'SetRegularKey', RegularKey: address })
    await world.run(world.marketplace, { TransactionType: 'AccountSet', SetFlag: 4 })
    // The marketplace's part of this sale has a signature of the old key, so nothing is sold and nothing is paid.
    await world.sign(begun, buyer.account)
    const ended = async () =>
      (await world.call(`/api/xumm/check/${begun}`, { session: buyer })).body['status'] === 'failed'
    await whileLedgersPass(world, cronUntil(world, 'the end', ended))
    expect(await askAndSign(world, 'buyNow', buyer, works[1] ?? {})).toMatchObject({ status: 'success' })
    await deploy({ MARKETPLACE_SEED: seed })
    expect(await askAndSign(world, 'buyNow', buyer, works[2] ?? {})).toMatchObject({ status: 'success' })
    for (const { nftokenID } of works)
      expect(await world.ownerOf(nftokenID, [seller, buyer.account])).toBe(buyer.account.address)
  })
})
