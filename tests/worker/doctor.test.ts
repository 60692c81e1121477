import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as v from 'valibot'
import { Wallet } from 'xrpl'
import { closeServer, listen } from '#local/lib/http.ts'
import { asJson } from '#local/lib/rpc.ts'
import { localVapid } from '#local/push/credentials.ts'
import { workerBindings } from '#local/stack/bindings.ts'
import { examine } from '#ops/doctor/doctor.ts'
import type { Finding } from '#ops/doctor/finding.ts'
import { provisionBucket } from '#ops/provision/bucket.ts'
import { type BucketRules, startBucketRules } from '#tests/support/bucket-rules.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { Environment } from '#worker/env.ts'
import { cronUntil, openForBusiness } from './helpers.ts'

const root = path.resolve(import.meta.dirname, '../..')
const services = inject('services')
const strong = '8c1f0a7e5b3d9264f1c08ab7d35e9216'

let world: TestWorld
let sound: Record<string, string>
let folder: string
let bucket: BucketRules
const servers: Server[] = []

beforeAll(async () => {
  world = await createTestWorld()
  await openForBusiness(world)
  folder = await mkdtemp(path.join(tmpdir(), 'opx-doctor-'))
  bucket = await startBucketRules(services.s3.endpoint)
  sound = workerBindings({
    databaseUrl: world.databaseUrl,
    databaseProxy: services.databaseProxy,
    ledgerUrls: [world.ledgerUrl],
    network: 'local',
    signerUrl: world.signer.url,
    signerKey: world.signer.app.key,
    signerSecret: world.signer.app.secret,
    marketplace: world.marketplace,
    sessionSecret: strong,
    s3: { ...services.s3, endpoint: bucket.endpoint },
    ipfsApiUrl: services.ipfsUrl,
    ipfsGateways: [services.ipfsUrl],
    siteOrigin: world.url,
    ledgerStart: 3,
    cronBudgetMs: 0,
  })
  await provisionBucket(v.parse(Environment, sound))
  await cronUntil(world, 'the index', async () => {
    const { body } = await world.call('/api/health')
    return body['status'] === 'ok'
  })
}, 120_000)
afterAll(async () => {
  await Promise.all(servers.map(closeServer))
  await rm(folder, { recursive: true, force: true })
  await bucket.close()
  await world.close()
})

/** Starts a service that gives the same answer to every request. */
async function serviceThat(status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  )
  servers.push(server)
  return `http://127.0.0.1:${await listen(server, 0, 'A faulty service')}`
}

/** Starts a site whose health is good and that has no client of WalletConnect. */
async function siteWithoutWalletConnect() {
  const health = JSON.stringify({ status: 'ok', lagSeconds: 1, treasury: null })
  const server = createServer(({ url = '' }, response) =>
    response.writeHead(url.startsWith('/walletconnect') ? 404 : 200).end(health),
  )
  servers.push(server)
  return `http://127.0.0.1:${await listen(server, 0, 'The site')}`
}

/** Starts a ledger server whose `server_info` has other fields. */
async function ledgerWith(info: object) {
  const usual = {
    build_version: '2.5.0',
    network_id: 0,
    server_state: 'full',
    complete_ledgers: '3-900',
    validated_ledger: { seq: 900, age: 2, reserve_base_xrp: 1, reserve_inc_xrp: 0.2 },
  }
  return serviceThat(200, { result: { info: { ...usual, ...info } } })
}

async function configWithout(text: RegExp): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.toml`)
  await writeFile(file, (await readFile(path.join(root, 'wrangler.toml'), 'utf8')).replace(text, ''))
  return file
}

const otherSeed = () => Wallet.generate().seed ?? ''

interface Case {
  name: string
  settings?: () => Promise<Record<string, string>> | Record<string, string>
  configPath?: () => Promise<string>
  site?: () => Promise<string>
  area: string
  says: RegExp
}

const mainnet = { NETWORK: 'mainnet', SITE_ORIGIN: 'https://market.art' }

const cases: Case[] = [
  {
    name: 'a missing setting',
    settings: () => ({ DATABASE_URL: '' }),
    area: 'settings',
    says: /DATABASE_URL is empty/,
  },
  {
    name: 'a short secret',
    settings: () => ({ SESSION_SECRET: 'abc' }),
    area: 'settings',
    says: /SESSION_SECRET needs at least 32/,
  },
  {
    name: 'a secret that can be guessed',
    settings: () => ({ ...mainnet, SESSION_SECRET: 'change-me-change-me-change-me-change-me' }),
    area: 'settings',
    says: /SESSION_SECRET: It can be guessed/,
  },
  {
    name: 'a key of the local stack',
    settings: () => ({ ...mainnet }),
    area: 'settings',
    says: /SIGNER_API_KEY: It is a key of the local stack/,
  },
  {
    name: 'an origin without https',
    settings: () => ({ NETWORK: 'mainnet' }),
    area: 'settings',
    says: /SITE_ORIGIN: It must begin with https/,
  },
  {
    name: 'limits that are off',
    settings: () => ({ ...mainnet, RATE_LIMITS: 'off' }),
    area: 'settings',
    says: /RATE_LIMITS: It must be on/,
  },
  {
    name: 'a seed that is none',
    settings: () => ({ MARKETPLACE_SEED: 'sXXX' }),
    area: 'settings',
    says: /MARKETPLACE_SEED is not a seed/,
  },
  {
    name: 'a database that is away',
    settings: () => ({ DATABASE_URL: 'postgresql://opx:word@127.0.0.1:1/opx' }),
    area: 'database',
    says: /cannot be reached/,
  },
  {
    name: 'a database without tables',
    settings: () => ({ DATABASE_URL: services.templateUrl.replace(/\/[^/]*$/, '/postgres') }),
    area: 'database',
    says: /has no tables/,
  },
  {
    name: 'a bucket that does not exist',
    settings: () => ({ S3_BUCKET: 'nothing' }),
    area: 'storage',
    says: /bucket nothing cannot be used/,
  },
  {
    name: 'a wrong storage key',
    settings: () => ({ S3_SECRET_ACCESS_KEY: 'wrong' }),
    area: 'storage',
    says: /cannot be used/,
  },
  {
    name: 'a storage that is away',
    settings: () => ({ S3_ENDPOINT: 'http://127.0.0.1:1' }),
    area: 'storage',
    says: /cannot be used/,
  },
  {
    name: 'no pinning service',
    settings: () => ({ PINNING: 'none' }),
    area: 'pinning',
    says: /No pinning service/,
  },
  {
    name: 'a pinning service that refuses',
    settings: async () => ({ PINNING_URL: await serviceThat(403, {}) }),
    area: 'pinning',
    says: /does not pin/,
  },
  {
    name: 'a pinning service without a token',
    settings: () => ({ PINNING: 'pinata', PINNING_TOKEN: '' }),
    area: 'pinning',
    says: /PINNING_TOKEN is missing/,
  },
  {
    name: 'a gateway without the file',
    settings: async () => ({ IPFS_GATEWAYS: await serviceThat(404, {}) }),
    area: 'ipfs gateways',
    says: /does not return the pinned file/,
  },
  {
    name: 'a ledger server that is away',
    settings: () => ({ LEDGER_URLS: 'http://127.0.0.1:1' }),
    area: 'ledger servers',
    says: /does not answer/,
  },
  {
    name: 'a server of another network',
    settings: async () => ({ LEDGER_URLS: await ledgerWith({ network_id: 1 }) }),
    area: 'ledger servers',
    says: /network with id 1/,
  },
  {
    name: 'a server that is out of sync',
    settings: async () => ({ LEDGER_URLS: await ledgerWith({ validated_ledger: undefined }) }),
    area: 'ledger servers',
    says: /no ledger of the last minute/,
  },
  {
    name: 'a server that is amendment blocked',
    settings: async () => ({ LEDGER_URLS: await ledgerWith({ amendment_blocked: true }) }),
    area: 'ledger servers',
    says: /amendment blocked/,
  },
  {
    name: 'a server without the history',
    settings: async () => ({ LEDGER_URLS: await ledgerWith({ complete_ledgers: '800-900' }) }),
    area: 'ledger servers',
    says: /no ledger 3/,
  },
  {
    name: 'a server with a low limit',
    settings: async () => ({ LEDGER_URLS: await serviceThat(429, {}) }),
    area: 'ledger servers',
    says: /429/,
  },
  {
    name: 'an account that does not exist',
    settings: () => ({ MARKETPLACE_SEED: otherSeed(), MARKETPLACE_ACCOUNT: '' }),
    area: 'marketplace account',
    says: /not on the ledger/,
  },
  {
    name: 'a key of another account',
    settings: () => ({ MARKETPLACE_SEED: otherSeed() }),
    area: 'marketplace account',
    says: /not a key of the account/,
  },
  { name: 'a master key in use', area: 'marketplace account', says: /is the master key/ },
  {
    name: 'a missing trust line',
    settings: () => ({ TOKEN_ISSUERS: `RLU=${Wallet.generate().classicAddress}` }),
    area: 'marketplace account',
    says: /no trust line for RLU/,
  },
  {
    name: 'wrong credentials of the wallet platform',
    settings: () => ({ SIGNER_API_SECRET: 'wrong' }),
    area: 'xaman',
    says: /refuses the credentials/,
  },
  {
    name: 'a webhook that leads elsewhere',
    settings: () => ({ SITE_ORIGIN: 'http://127.0.0.1:2' }),
    area: 'xaman',
    says: /webhook/,
  },
  {
    name: 'push keys that are no pair',
    settings: () => ({ VAPID_PRIVATE_KEY: localVapid.privateKey.split('').toReversed().join('') }),
    area: 'push',
    says: /not a pair/,
  },
  {
    name: 'one push key only',
    settings: () => ({ VAPID_PRIVATE_KEY: '' }),
    area: 'push',
    says: /One of the two/,
  },
  {
    name: 'a relay that is away',
    settings: () => ({ WALLETCONNECT_PROJECT_ID: 'abc', WALLETCONNECT_RELAY_URL: 'ws://127.0.0.1:1' }),
    area: 'walletconnect',
    says: /does not answer/,
  },
  {
    name: 'a build without the client of WalletConnect',
    settings: async () => ({
      WALLETCONNECT_PROJECT_ID: 'abc',
      WALLETCONNECT_RELAY_URL: (await serviceThat(200, {})).replace('http', 'ws'),
    }),
    site: siteWithoutWalletConnect,
    area: 'walletconnect',
    says: /no client of WalletConnect/,
  },
  {
    name: 'a cron that is missing',
    configPath: () => configWithout(/crons = .*/),
    area: 'bindings',
    says: /cron does not run/,
  },
  {
    name: 'no Images binding',
    configPath: () => configWithout(/\[images\]\nbinding = "IMAGES"/),
    area: 'bindings',
    says: /no Images binding/,
  },
  {
    name: 'a site that is away',
    site: async () => 'http://127.0.0.1:1',
    area: 'site',
    says: /does not answer/,
  },
  {
    name: 'a site that does not start',
    site: () => serviceThat(500, {}),
    area: 'site',
    says: /without its health/,
  },
  {
    name: 'headers that are missing',
    site: () => serviceThat(200, { status: 'ok', lagSeconds: 1, treasury: null }),
    area: 'site',
    says: /headers are missing: content-security-policy/,
  },
  {
    name: 'an index that is behind',
    site: () => serviceThat(200, { status: 'behind', lagSeconds: 900, treasury: null }),
    area: 'site',
    says: /900 s behind/,
  },
  {
    name: 'an index that has not begun',
    site: () => serviceThat(200, { status: 'behind', lagSeconds: Number.MAX_SAFE_INTEGER, treasury: null }),
    area: 'site',
    says: /has not begun: the cron has not run yet/,
  },
  {
    name: 'a site that is read-only',
    site: () => serviceThat(200, { status: 'read_only', lagSeconds: 1, treasury: null }),
    area: 'site',
    says: /The site is read-only/,
  },
  {
    name: 'a site that is degraded',
    site: () =>
      serviceThat(200, { status: 'ok', reasons: ['journal_stuck'], lagSeconds: 1, treasury: { low: true } }),
    area: 'site',
    says: /The site is degraded: journal_stuck/,
  },
  {
    name: 'a clock that is wrong',
    site: () =>
      serviceThat(
        200,
        { status: 'ok', lagSeconds: 1, treasury: null },
        { date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      ),
    area: 'clock',
    says: /differs from the site/,
  },
]

const isFault = ({ state }: Finding) => state === 'fault'

describe('the doctor', () => {
  test('finds no fault in a sound deployment that is live', async () => {
    const findings = await examine({
      settings: sound,
      configPath: path.join(root, 'wrangler.toml'),
      site: world.url,
    })
    expect(findings.filter(isFault)).toEqual([])
    expect(findings.filter(({ area, state }) => area === 'storage' && state !== 'ok')).toEqual([])
    const areas = new Set(findings.map(({ area }) => area))
    for (const area of ['database', 'storage', 'pinning', 'ledger servers', 'xaman', 'push', 'site'])
      expect(areas).toContain(area)
  })

  test.each(cases)('names $name, and says what to do', async ({ settings, configPath, site, area, says }) => {
    const changes = (await settings?.()) ?? {}
    const findings = await examine({
      settings: { ...sound, ...changes },
      configPath: (await configPath?.()) ?? null,
      site: (await site?.()) ?? null,
    })
    const named = findings.filter((finding) => finding.area === area && says.test(finding.message))
    expect(named.map(({ message }) => message)).toHaveLength(1)
    expect(named[0]?.remedy).not.toBe('')
  })

  test('names a setting that is absent', async () => {
    const { DATABASE_URL: _url, ...settings } = sound
    const findings = await examine({ settings, configPath: null, site: null })
    expect(findings).toContainEqual(
      expect.objectContaining({ message: 'DATABASE_URL: The setting DATABASE_URL is missing.' }),
    )
  })

  test('prints no secret', async () => {
    const secrets = {
      S3_SECRET_ACCESS_KEY: `${strong}a`,
      SIGNER_API_SECRET: `${strong}b`,
      PINNING_TOKEN: `${strong}c`,
    }
    const databaseUrl = `postgresql://opx:${strong}d@127.0.0.1:1/opx`
    const findings = await examine({
      settings: { ...sound, ...secrets, DATABASE_URL: databaseUrl },
      configPath: null,
      site: null,
    })
    expect(findings.filter(isFault).length).toBeGreaterThan(1)
    const text = JSON.stringify(asJson({ findings }))
    for (const secret of [strong, world.marketplace.seed, localVapid.privateKey])
      expect(text).not.toContain(secret)
  })
})
