import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Wallet } from 'xrpl'
import { asfDisableMaster } from '#contract/rules/ledger.ts'
import { closeServer, listen, readBody } from '#local/lib/http.ts'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { checkDatabase } from '#ops/doctor/check-database.ts'
import { checkAccount, checkServers } from '#ops/doctor/check-ledger.ts'
import { checkXaman } from '#ops/doctor/check-services.ts'
import { checkStorage } from '#ops/doctor/check-storage.ts'
import type { Finding } from '#ops/doctor/finding.ts'
import { provisionBucket } from '#ops/provision/bucket.ts'
import { startBucketRules } from '#tests/support/bucket-rules.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { Environment } from '#worker/env.ts'

// Faults of services that answer, but not as the site needs. The other faults are in doctor.test.ts.

const services = inject('services')
let world: TestWorld
let settings: Environment
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await createTestWorld({ worker: false })
  settings = v.parse(Environment, world.stack.bindings)
})
afterAll(async () => {
  for (const close of closers) await close()
  await world.close()
})

/** Expects one finding that says so, with a remedy. */
function expectNamed(findings: Finding[], says: RegExp, state: Finding['state'] = 'fault') {
  const named = findings.filter(({ message }) => says.test(message))
  expect(named).toMatchObject([{ state }])
  expect(named[0]?.remedy).not.toBe('')
}

describe('of the bucket, the doctor names', () => {
  async function check(
    spoil: (stored: Map<string, string>) => void,
    refuses?: Parameters<typeof startBucketRules>[1],
  ) {
    const bucket = await startBucketRules(services.s3.endpoint, refuses)
    closers.push(bucket.close)
    const own = { ...settings, S3_ENDPOINT: bucket.endpoint }
    await provisionBucket(own)
    spoil(bucket.stored)
    return checkStorage(own)
  }
  const nothing = () => undefined

  test('nothing once it was provisioned', async () => {
    expect((await check(nothing)).filter(({ state }) => state !== 'ok')).toEqual([])
  })

  test('that browsers may not upload from the site', async () => {
    expectNamed(await check((stored) => stored.delete('cors')), /does not let browsers upload/)
    const foreign = (text: string) => text.replaceAll(settings.SITE_ORIGIN, 'https://other.art')
    expectNamed(
      await check((stored) => stored.set('cors', foreign(stored.get('cors') ?? ''))),
      /does not let browsers upload/,
    )
  })

  test('that browsers cannot read the ETag', async () => {
    const spoil = (stored: Map<string, string>) =>
      stored.set('cors', (stored.get('cors') ?? '').replace(/<ExposeHeader>.*<\/ExposeHeader>/, ''))
    expectNamed(await check(spoil), /cannot read the ETag/)
  })

  test('that uploads which were not completed stay', async () => {
    expectNamed(await check((stored) => stored.delete('lifecycle')), /cannot be read: /, 'warning')
    const rule = (text: string) =>
      text.replace(/<AbortIncomplete.*<\/AbortIncomplete\w+>/, '<Expiration><Days>9</Days></Expiration>')
    expectNamed(
      await check((stored) => stored.set('lifecycle', rule(stored.get('lifecycle') ?? ''))),
      /No lifecycle rule/,
      'warning',
    )
  })

  test('that large files cannot be sent in parts', async () => {
    const refuses = (method: string, query: URLSearchParams) => method === 'POST' && query.has('uploads')
    expectNamed(await check(nothing, refuses), /multipart upload cannot be started/)
  })
})

describe('of the database, the doctor names', () => {
  /** Checks a copy of the migrated database after a change. */
  async function check(sql: string) {
    const name = `doctor_${randomBytes(6).toString('hex')}`
    const url = await createDatabaseFromTemplate(services.templateUrl, 'template_opx', name)
    closers.push(() => dropDatabase(services.templateUrl, name))
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(sql.replace('NAME', name))
    await client.end()
    return checkDatabase(url)
  }

  test('nothing if it is migrated', async () => {
    expect((await check('analyze')).filter(({ state }) => state !== 'ok')).toEqual([])
  })

  test('a missing migration', async () => {
    expectNamed(await check('delete from drizzle.__drizzle_migrations'), /Migrations are missing: \d{4}_\w+/)
  })

  test('a missing extension', async () => {
    expectNamed(await check('drop extension unaccent cascade'), /Extensions are missing: unaccent/)
  })

  test('connections that are nearly used up', async () => {
    const findings = await check('alter database "NAME" connection limit 1')
    expectNamed(findings, /^1 of 1 connections are in use/, 'warning')
  })

  test('a database that is far away', async () => {
    const { hostname, port } = new URL(services.templateUrl)
    const server = createSocketServer((near) => {
      const far = connect(Number(port), hostname)
      near.on('data', (chunk) => setTimeout(() => far.write(chunk), 60))
      far.pipe(near)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const)
        one.on('error', () => other.destroy()).on('close', () => other.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => server.close(() => resolve())))
    const far = new URL(world.databaseUrl)
    far.port = String((server.address() as AddressInfo).port)
    expectNamed(
      await checkDatabase(far.toString()),
      /An empty statement takes (6|7|8|9|\d\d)\d\.\d ms/,
      'warning',
    )
  })
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server: Server = createServer((request, response) => void answer(request, response))
  closers.push(() => closeServer(server))
  return `http://127.0.0.1:${await listen(server, 0, 'A faulty service')}`
}

describe('of a ledger server, the doctor names', () => {
  /** Checks a server that answers some calls differently from the ledger of this test; with null it refuses a call. */
  async function check(change: (method: string, result: object) => object | null) {
    const url = await serve(async (request, response) => {
      const { method, params } = asJson(JSON.parse((await readBody(request)).toString()))
      const [first] = Array.isArray(params) ? params : []
      const result = change(String(method), await callRpc(world.ledgerUrl, String(method), asJson(first)))
      if (result === null) return void response.writeHead(429).end()
      response.end(JSON.stringify({ result }))
    })
    return checkServers({ ...settings, LEDGER_URLS: [url] })
  }

  test('nothing if it is sound', async () => {
    expect((await check((_method, result) => result)).filter(({ state }) => state !== 'ok')).toEqual([])
  })

  test('amendments that its network lacks', async () => {
    const findings = await check((method, result) =>
      method === 'ledger_entry' ? { node: { Amendments: [] } } : result,
    )
    expectNamed(findings, /lacks the amendments NFTokenMintOffer, DynamicNFT/)
    expect(findings.map(({ message }) => message).join()).toContain('has no Batch')
  })

  test('a limit that the follower reaches', async () => {
    let calls = 0
    const findings = await check((_method, result) => ((calls += 1) > 7 ? null : result))
    expectNamed(findings, /refused 15 of 20 calls at once/, 'warning')
  })

  test('that there is no second one on a public network', async () => {
    const findings = await checkServers({
      ...settings,
      LEDGER_URLS: [world.ledgerUrl],
      NETWORK: 'mainnet',
    })
    expectNamed(findings, /LEDGER_URLS names one server/, 'warning')
  })
})

describe("of the marketplace's account, the doctor names", () => {
  const check = (MARKETPLACE_ACCOUNT: string, seed: string) =>
    checkAccount({ ...settings, MARKETPLACE_ACCOUNT, MARKETPLACE_SEED: [seed] })

  test('too little XRP, and missing tickets', async () => {
    const poor = await world.fund('Poor', 15)
    const findings = await check('', poor.seed)
    expectNamed(findings, /has 14 XRP above the reserve/)
    expectNamed(findings, /no tickets yet/, 'warning')
  })

  test('a master key that still signs, and one that does not', async () => {
    const { seed = '', classicAddress: RegularKey } = Wallet.generate()
    const account = await world.fund('Market')
    await world.run(account, { TransactionType: 'SetRegularKey', RegularKey })
    expectNamed(await check(account.address, seed), /master key is not disabled/, 'warning')
    await world.run(account, { TransactionType: 'AccountSet', SetFlag: asfDisableMaster })
    const sound = await check(account.address, seed)
    expect(sound.map(({ message }) => message)).toContain('The master key is disabled.')
    expectNamed(await check(account.address, account.seed), /master key, which is disabled/)
  })
})

test('the doctor names an application of the wallet platform that is disabled', async () => {
  const webhookurl = `${settings.SITE_ORIGIN}/api/xumm/webhook`
  const SIGNER_URL = await serve(async (_request, response) => {
    response.end(JSON.stringify({ auth: { application: { webhookurl, disabled: 1 } } }))
  })
  expectNamed(await checkXaman({ ...settings, SIGNER_URL }), /The application is disabled/)
})
