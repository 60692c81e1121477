import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import * as v from 'valibot'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { provisionAccount } from '#ops/provision/account.ts'
import { provisionBucket } from '#ops/provision/bucket.ts'
import { type BucketRules, startBucketRules } from '#tests/support/bucket-rules.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { Environment } from '#worker/env.ts'

let world: TestWorld
let bucket: BucketRules
let settings: Environment

beforeAll(async () => {
  world = await createTestWorld({ worker: false })
  bucket = await startBucketRules(world.stack.urls.s3.endpoint)
  settings = v.parse(Environment, {
    ...world.stack.bindings,
    S3_ENDPOINT: bucket.endpoint,
    SITE_ORIGIN: 'https://market.art',
  })
})
afterAll(async () => {
  await bucket.close()
  await world.close()
})

const newSeed = () => Wallet.generate().seed ?? ''
const addressOf = (seed: string) => Wallet.fromSeed(seed).classicAddress

/** Provisions an account and returns what was reported. */
async function provision(master: string, key: string, issuers: Record<string, string> = {}) {
  const said: string[] = []
  const address = await provisionAccount(
    { ...settings, MARKETPLACE_SEED: [key], TOKEN_ISSUERS: issuers },
    master,
    (sentence) => said.push(sentence),
  )
  expect(address).toBe(addressOf(master))
  return said.join('\n')
}

const pay = (seed: string, xrp: number) =>
  world.ledger.run(genesisAccount, {
    TransactionType: 'Payment',
    Destination: addressOf(seed),
    Amount: String(xrp * 1_000_000),
  })

describe('provisioning the bucket', () => {
  test('adds its rules beside those of the operator, and only once', async () => {
    const rule = '<AllowedOrigin>https://other.art</AllowedOrigin><AllowedMethod>GET</AllowedMethod>'
    bucket.stored.set('cors', `<CORSConfiguration><CORSRule>${rule}</CORSRule></CORSConfiguration>`)
    expect((await provisionBucket(settings)).filter((text) => / now /.test(text))).toHaveLength(2)
    expect(bucket.stored.get('cors')).toContain('<AllowedOrigin>https://other.art</AllowedOrigin>')
    expect(bucket.stored.get('cors')).toContain('https://market.art')
    expect(bucket.stored.get('lifecycle')).toContain('<DaysAfterInitiation>3</DaysAfterInitiation>')
    expect((await provisionBucket(settings)).filter((text) => / now /.test(text))).toEqual([])
  })
})

describe('provisioning the account', () => {
  test('says where to send how much if there is no faucet', async () => {
    const master = newSeed()
    await expect(provision(master, newSeed())).rejects.toThrow(`Send 65 XRP to ${addressOf(master)}`)
  })

  test('sets the key and the trust lines, disables the master key, and changes nothing the second time', async () => {
    const [master, key] = [newSeed(), newSeed()]
    await pay(master, 70)
    const issuers = { RLUSD: (await world.fund('Issuer')).address }
    expect(await provision(master, key, issuers)).toContain('now has a trust line for RLUSD')
    const read = async () =>
      asJson((await callRpc(world.ledgerUrl, 'account_info', { account: addressOf(master) }))['account_data'])
    const root = await read()
    expect(root).toMatchObject({ RegularKey: addressOf(key), OwnerCount: 1 })
    expect(await provision(master, key, issuers)).not.toMatch(/\bnow\b/)
    expect(await read()).toEqual(root)
  })

  test('continues where it was interrupted', async () => {
    const [master, key] = [newSeed(), newSeed()]
    await pay(master, 70)
    const RegularKey = addressOf(key)
    await world.run(
      { address: addressOf(master), seed: master, name: 'Market', role: 'marketplace' },
      { TransactionType: 'SetRegularKey', RegularKey },
    )
    const said = await provision(master, key)
    expect(said).toContain(`The regular key already is ${RegularKey}`)
    expect(said).toContain('The master key is now disabled')
  })

  test('refuses a key that does not sign for an account whose master key is disabled', async () => {
    const [master, key] = [newSeed(), newSeed()]
    await pay(master, 70)
    await provision(master, key)
    await expect(provision(master, newSeed())).rejects.toThrow('MARKETPLACE_SEED is not its regular key')
  })

  test('refuses the master key in the settings', async () => {
    const master = newSeed()
    await expect(provision(master, master)).rejects.toThrow('It must be another key')
  })
})
