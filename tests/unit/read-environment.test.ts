import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { encodeSeed } from 'ripple-address-codec'
import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'
import { describe, expect, test } from 'vitest'
import { localVapid } from '#local/push/credentials.ts'
import { localS3 } from '#local/s3/credentials.ts'
import { localApp } from '#local/signer/credentials.ts'
import { demoAccounts, genesisAccount, marketplaceAccount } from '#local/stack/people.ts'
import { isGuessable, readEnvironment } from '#worker/read-environment.ts'

const root = path.resolve(import.meta.dirname, '../..')
const seed = generateSeed()
const randomHex = () => randomBytes(32).toString('hex')

const production = {
  NETWORK: 'mainnet',
  SITE_ORIGIN: 'https://gallery.opx.art',
  DATABASE_URL: 'postgresql://opx:h8Jq2vLw@ep-cool-lake-1.eu-central-1.aws.neon.tech/opx',
  LEDGER_URLS: 'https://xrplcluster.com,https://s2.ripple.com:51234',
  SIGNER_API_KEY: crypto.randomUUID(),
  SIGNER_API_SECRET: crypto.randomUUID(),
  MARKETPLACE_SEED: seed,
  SESSION_SECRET: randomHex(),
  DRAW_SECRET: randomHex(),
  S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com',
  S3_BUCKET: 'opx-media',
  S3_ACCESS_KEY_ID: 'AKIAQ7Z3M5XW2RTYLPBV',
  S3_SECRET_ACCESS_KEY: randomHex(),
  LINK_TWITTER: 'https://x.com/opx',
  LINK_CONTACT: 'mailto:security@opx.art',
}

test('settings of a real deployment are accepted on every network', () => {
  for (const NETWORK of ['mainnet', 'testnet', 'devnet'])
    expect(readEnvironment({ ...production, NETWORK }).NETWORK).toBe(NETWORK)
})

const weak: [string, Record<string, string>][] = [
  ['the seed of the demo marketplace', { MARKETPLACE_SEED: marketplaceAccount.seed }],
  ['the seed of a demo collector', { MARKETPLACE_SEED: demoAccounts[8]?.seed ?? '' }],
  ['the genesis seed', { MARKETPLACE_SEED: genesisAccount.seed }],
  ['a text that is no seed', { MARKETPLACE_SEED: 'changeme' }],
  ['the account of the demo marketplace', { MARKETPLACE_ACCOUNT: marketplaceAccount.address }],
  ['an operator whose key is public', { ADMIN_ACCOUNTS: demoAccounts[1]?.address ?? '' }],
  ['a price oracle of the genesis account', { PRICE_ORACLES: `${genesisAccount.address}:1` }],
  ['a session secret of zeros', { SESSION_SECRET: '0'.repeat(64) }],
  ['"changeme", repeated', { SESSION_SECRET: 'changeme'.repeat(4) }],
  ['"changeme", filled up', { SESSION_SECRET: 'changeme-0f4b7a91c3d25e68a7f1b9' }],
  ['"Change_Me", filled up', { SESSION_SECRET: 'Change_Me-0f4b7a91c3d25e68a7f1b9' }],
  ['a repeated text', { SESSION_SECRET: 'q7Lx2Vb9'.repeat(5) }],
  ['a sequence', { SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }],
  [
    'a description in place of a secret',
    { SESSION_SECRET: 'at least 32 characters, for example from: openssl' },
  ],
  ['a short session secret', { SESSION_SECRET: 'k3v9' }],
  ['a draw secret of zeros', { DRAW_SECRET: '0'.repeat(32) }],
  ['a draw secret that is the session secret', { DRAW_SECRET: production.SESSION_SECRET }],
  ['a draw secret made from the session secret', { DRAW_SECRET: `draws/${production.SESSION_SECRET}` }],
  [
    'an older draw secret that is the session secret',
    { DRAW_SECRET: `${randomHex()},${production.SESSION_SECRET}` },
  ],
  ['the key of the local signer', { SIGNER_API_KEY: localApp.key }],
  ['the secret of the local signer', { SIGNER_API_SECRET: localApp.secret }],
  ['a signer secret of zeros', { SIGNER_API_SECRET: '00000000-0000-0000-0000-000000000000' }],
  ['a local signer', { SIGNER_URL: 'http://127.0.0.1:8790' }],
  ['the key of the local storage', { S3_ACCESS_KEY_ID: localS3.accessKeyId }],
  ['the secret of the local storage', { S3_SECRET_ACCESS_KEY: localS3.secretAccessKey }],
  ['the key of the local push service', { VAPID_PRIVATE_KEY: localVapid.privateKey }],
  ['an http origin', { SITE_ORIGIN: 'http://gallery.opx.art' }],
  ['the origin of the local stack', { SITE_ORIGIN: 'http://localhost:8787' }],
  ['the origin of wrangler.toml', { SITE_ORIGIN: 'https://opx.example' }],
  ['an origin with a path', { SITE_ORIGIN: 'https://gallery.opx.art/shop' }],
  ['an http origin that may call the API', { CORS_ORIGINS: 'https://a.opx.art,http://b.opx.art' }],
  ['every origin may call the API', { CORS_ORIGINS: '*' }],
  ['an unencrypted ledger server', { LEDGER_URLS: 'http://xrplcluster.com' }],
  ['an unencrypted node of visitors', { PUBLIC_NODES: 'ws://xrplcluster.com' }],
  ['a ledger server of this machine', { LEDGER_URLS: 'https://localhost:5005' }],
  ['an unencrypted bucket', { S3_ENDPOINT: 'http://s3.eu-central-1.amazonaws.com' }],
  ['an unencrypted upload origin', { S3_UPLOAD_ORIGIN: 'http://media.opx.art' }],
  ['an unencrypted gateway', { IPFS_GATEWAYS: 'http://ipfs.io' }],
  ['an unencrypted gateway of Arweave', { ARWEAVE_GATEWAY: 'http://arweave.net' }],
  ['Kubo at its own default', { PINNING_URL: '', PINNING: 'kubo' }],
  ['an unencrypted relay', { WALLETCONNECT_RELAY_URL: 'ws://relay.walletconnect.org' }],
  ['the placeholder of the database', { DATABASE_URL: 'postgresql://user:password@host.neon.tech/opx' }],
  ['limits that are off', { RATE_LIMITS: 'off' }],
  ['a link that is a script', { LINK_TWITTER: 'javascript:alert(document.cookie)' }],
  ['a link that is a script in capitals', { LINK_DISCORD: 'JavaScript:alert(1)' }],
  ['a link with data', { LINK_STAKING: 'data:text/html,<script>1</script>' }],
  ['an explorer link that is a script', { LINK_EXPLORER_TRANSACTION: 'javascript:alert("{hash}")' }],
  ['a contact that is a script', { LINK_CONTACT: 'javascript:alert(1)' }],
  ['a script of another host', { ANALYTICS_PATH: '//evil.example/script.js' }],
]

/** Secrets that are weak, public, used twice, or missing although another setting needs them. */
const weakSecrets: [string, Record<string, string>][] = [
  ['a seed of zeros', { MARKETPLACE_SEED: encodeSeed(new Uint8Array(16), 'secp256k1') }],
  [
    'a seed of zeros beside a good one',
    { MARKETPLACE_SEED: `${seed},${encodeSeed(new Uint8Array(16), 'ed25519')}` },
  ],
  ['a database of this machine', { DATABASE_URL: 'postgresql://opx:h8Jq2vLw@localhost/opx' }],
  ['a database without a password', { DATABASE_URL: 'postgresql://opx@db.opx.art/opx' }],
  ['the password of a new Postgres', { DATABASE_URL: 'postgresql://postgres:postgres@db.opx.art/opx' }],
  ['a password that is the name', { DATABASE_URL: 'postgresql://opxowner:opxowner@db.opx.art/opx' }],
  ['a placeholder as the password', { DATABASE_URL: 'postgresql://opx:changeme@db.opx.art/opx' }],
  ['a text that is no address', { DATABASE_URL: 'db.opx.art' }],
  ['a metrics token of zeros', { METRICS_TOKEN: '0'.repeat(32) }],
  ['a short metrics token', { METRICS_TOKEN: 'k3v9' }],
  ['a metrics token that is the session secret', { METRICS_TOKEN: production.SESSION_SECRET }],
  ['a metrics token that is the draw secret', { METRICS_TOKEN: production.DRAW_SECRET }],
  ['a pinning token that can be guessed', { PINNING_TOKEN: 'changeme' }],
  ['a pinning service without a token', { PINNING_TOKEN: '', PINNING: 'pinata' }],
  ['Filebase without a bucket', { PINNING_BUCKET: '', PINNING: 'filebase', PINNING_TOKEN: 'AK3x9:Zq81mPw7' }],
  ['a public push key alone', { VAPID_PRIVATE_KEY: '', VAPID_PUBLIC_KEY: localVapid.publicKey }],
  ['a key of the storage that can be guessed', { S3_SECRET_ACCESS_KEY: 'x'.repeat(40) }],
  ['an older session secret that is weak', { SESSION_SECRET: `${randomHex()},${'0'.repeat(64)}` }],
  ['an older secret of the signer that is weak', { SIGNER_API_SECRET: `${randomHex()},${localApp.secret}` }],
]

describe('outside a local network the worker does not start with', () => {
  test.each([...weak, ...weakSecrets])('%s', (_, settings) => {
    const [name = ''] = Object.keys(settings)
    for (const NETWORK of ['mainnet', 'testnet']) {
      const start = () => readEnvironment({ ...production, ...settings, NETWORK })
      expect(start).toThrow(`${name}: `)
    }
  })
})

describe('every secret of the README', () => {
  const secretNames = [
    ...readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/`(\w+)` \(secret\)/g),
  ].map(([, name = '']) => name)
  const weakOnes = [...weak, ...weakSecrets].map(([, settings]) => Object.keys(settings)[0])
  const required = new Set(Object.keys(production))

  test('is refused if it is weak or public, and named', () => {
    expect(secretNames.length).toBeGreaterThan(10)
    expect(secretNames.filter((name) => !weakOnes.includes(name))).toEqual([])
  })

  test.each(secretNames.filter((name) => required.has(name) && name !== 'DRAW_SECRET'))(
    '%s is named if it is missing or empty',
    (name) => {
      const { [name]: _missing, ...others }: Record<string, string> = production
      expect(() => readEnvironment(others)).toThrow(`${name}: The setting ${name} is missing`)
      expect(() => readEnvironment({ ...others, [name]: '' })).toThrow(`${name}: `)
    },
  )
})

test('a database behind a proxy of the operator may be on his machine', () => {
  const settings = { DATABASE_URL: 'postgresql://postgres@127.0.0.1/opx', DATABASE_PROXY: '127.0.0.1:4444' }
  expect(readEnvironment({ ...production, ...settings }).DATABASE_PROXY).toBe('127.0.0.1:4444')
})

test('the error, which reaches logs, does not repeat a secret', () => {
  const secrets = weak.filter(([, settings]) =>
    Object.keys(settings).some((name) => /SECRET|SEED|KEY/.test(name)),
  )
  expect(secrets.length).toBeGreaterThan(15)
  for (const [, settings] of secrets)
    for (const value of Object.values(settings))
      expect(() => readEnvironment({ ...production, ...settings })).not.toThrow(value)
})

test('every account whose key is in the repository is refused', () => {
  for (const { address } of [genesisAccount, ...demoAccounts])
    expect(() => readEnvironment({ ...production, ADMIN_ACCOUNTS: address })).toThrow('ADMIN_ACCOUNTS: ')
  const own = deriveAddress(deriveKeypair(seed).publicKey)
  expect(readEnvironment({ ...production, ADMIN_ACCOUNTS: own }).ADMIN_ACCOUNTS).toEqual([own])
})

test('random secrets are not taken for guessable ones', () => {
  for (const encoding of ['hex', 'base64'] as const) {
    const secrets = Array.from({ length: 500 }, () => randomBytes(24).toString(encoding))
    expect(secrets.filter(isGuessable)).toEqual([])
  }
  expect(Array.from({ length: 500 }, () => crypto.randomUUID()).filter(isGuessable)).toEqual([])
})
