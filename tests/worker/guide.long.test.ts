import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { closeServer, listen, readBody } from '#local/lib/http.ts'
import { asJson } from '#local/lib/rpc.ts'
import { localS3 } from '#local/s3/credentials.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { startWorker, type Worker } from '#local/stack/worker.ts'
import { bundleWorker } from '#local/stack/worker-bundle.ts'
import type { Session } from '#tests/support/api.ts'
import { type BucketRules, startBucketRules } from '#tests/support/bucket-rules.ts'
import { png } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { settingFaults } from '#worker/read-environment.ts'
import { filled, mintByForm, sendForm } from './creating.ts'
import { askAndSign, cronUntil, indexed, openForBusiness } from './helpers.ts'

// Follows the guide "From nothing to Testnet" of docs/operations.md in a copy of the source, with the commands of the
// document. Local services stand in for those of the guide. The tests continue where the previous one ended.

const root = path.resolve(import.meta.dirname, '../..')
const site = 'market.your.site'
const fenced = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].flatMap(([, lines = '']) =>
    lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
  )

let world: TestWorld
let bucket: BucketRules
let copy: string
let worker: Worker | null = null
let commands: string[]
let settingLines: string[]
/** The addresses of the services that stand in for those of the guide. */
let standIns: Record<string, string>
const faucet = createServer((request, response) => void giveXrp(request, response))
let faucetUrl: string

async function giveXrp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const Destination = asJson(JSON.parse((await readBody(request)).toString()))['destination']
  await world.ledger.run(genesisAccount, { TransactionType: 'Payment', Destination, Amount: '100000000' })
  response.end('{}')
}

beforeAll(async () => {
  const [, guide = ''] = (await readFile(path.join(root, 'docs/operations.md'), 'utf8')).split(/^## /m)
  commands = fenced(guide, 'sh')
  settingLines = fenced(guide, 'toml')
  world = await createTestWorld({ worker: false, runtime: true })
  // The guide begins with an empty database.
  await world.query('drop schema public cascade')
  await world.query('drop schema drizzle cascade')
  await world.query('create schema public')
  bucket = await startBucketRules(world.stack.urls.s3.endpoint)
  faucetUrl = `http://127.0.0.1:${await listen(faucet, 0, 'A faucet')}`
  copy = await mkdtemp(path.join(tmpdir(), 'opx-guide-'))
  const excluded = new Set(['node_modules', 'dist', '.git', '.local', '.wrangler', '.dev.vars'])
  await cp(root, copy, { recursive: true, filter: (source) => !excluded.has(path.basename(source)) })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const { bindings } = world.stack
  const names = ['LEDGER_URLS', 'NETWORK', 'SIGNER_URL', 'PINNING', 'PINNING_URL', 'IPFS_GATEWAYS']
  standIns = {
    ...Object.fromEntries(
      [...names, 'SITE_ORIGIN', 'DATABASE_PROXY'].map((name) => [name, bindings[name] ?? '']),
    ),
    // The cron runs when the test fires it, one round at a time.
    CRON_BUDGET_MS: '0',
    DRAW_CHAIN_LENGTH: '8192',
  }
}, 240_000)
afterAll(async () => {
  await worker?.stop()
  await closeServer(faucet)
  await bucket.close()
  await world.close()
  await rm(copy, { recursive: true, force: true })
})

async function sh(command: string): Promise<string> {
  const { NODE_OPTIONS: _options, ...environment } = process.env
  const env = {
    ...environment,
    ...standIns,
    PATH: `${path.join(copy, 'node_modules/.bin')}:${process.env['PATH']}`,
  }
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: copy, env })
    return stdout + stderr
  } catch (error) {
    throw new Error(`${command}\n${Object(error).stdout}\n${Object(error).stderr}`, { cause: error })
  }
}

const readSecrets = async () => parseEnv(await readFile(path.join(copy, 'testnet.vars'), 'utf8'))

/** Fills in the lines of the settings that are empty, as a reader does with what the services show. */
async function fillIn(values: Record<string, string>): Promise<void> {
  const file = path.join(copy, 'testnet.vars')
  let text = await readFile(file, 'utf8')
  for (const [name, value] of Object.entries(values)) {
    expect(text).toMatch(new RegExp(`^${name}=`, 'm'))
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}="${value}"`)
  }
  await writeFile(file, text)
}

/** Sets the lines of wrangler.toml that the guide names. */
async function setLines(): Promise<void> {
  const file = path.join(copy, 'wrangler.toml')
  let text = await readFile(file, 'utf8')
  for (const line of settingLines) {
    const [name = ''] = line.split(' = ', 1)
    const pattern = new RegExp(`^(# )?${name} = .*$`, 'm')
    expect(text).toMatch(pattern)
    text = text.replace(pattern, () => line)
  }
  await writeFile(file, text)
}

/** Starts the bundle with the settings that a deployment has: those of wrangler.toml, and the secrets. */
async function deploy(): Promise<void> {
  const bundle = path.join(copy, 'dist/worker')
  const config = path.join(copy, 'wrangler.toml')
  await bundleWorker(config, bundle)
  const vars = Object.entries(readConfig({ config }).vars).map(([name, value]) => [name, String(value)])
  worker = await startWorker(
    {
      config,
      bundle,
      port: Number(new URL(world.url).port),
      bindings: { ...Object.fromEntries(vars), ...(await readSecrets()), ...standIns },
      persist: false,
      tmp: path.join(copy, 'tmp'),
      watch: false,
    },
    (line) => world.workerLog.push(line),
  )
}

const runLive = async (command: string) => {
  await openForBusiness(world)
  await cronUntil(world, 'the site', async () => {
    const { body } = await world.call('/api/health')
    return body['condition'] === 'up'
  })
  expect(await sh(command.replace(`https://${site}`, world.url))).toMatch(/^0 faults/m)
}

/** What runs for each command of the guide. Where its own service cannot be reached, the nearest that can. */
const runs: Record<string, (command: string) => Promise<unknown>> = {
  'npm ci': (command) => sh(`${command} --dry-run --offline --ignore-scripts`),
  'cp .dev.vars.example testnet.vars': sh,
  'npm run --silent secrets >> testnet.vars': sh,
  'npm run --silent secrets -- --master > master.vars': sh,
  'chmod 600 testnet.vars master.vars': async (command) => {
    await sh(command)
    const { signer } = world
    await fillIn({
      DATABASE_URL: world.databaseUrl,
      S3_ENDPOINT: bucket.endpoint,
      S3_UPLOAD_ORIGIN: new URL(bucket.endpoint).origin,
      S3_ACCESS_KEY_ID: localS3.accessKeyId,
      S3_SECRET_ACCESS_KEY: localS3.secretAccessKey,
      SIGNER_API_KEY: signer.app.key,
      SIGNER_API_SECRET: signer.app.secret,
    })
    await setLines()
  },
  'node --env-file=testnet.vars node_modules/.bin/drizzle-kit migrate': sh,
  'npm run provision -- --settings testnet.vars --account master.vars': async (command) => {
    const said = await sh(`${command} --faucet ${faucetUrl}`)
    expect(said).toContain('now lets browsers upload')
    expect(said).toContain('The master key is now disabled')
    const again = await sh(`${command} --faucet ${faucetUrl}`)
    expect(again).not.toMatch(/\bnow\b/)
  },
  'npm run doctor -- --settings testnet.vars': async (command) =>
    expect(await sh(command)).toMatch(/^0 faults/m),
  'npm run build': sh,
  'npx wrangler login': (command) => sh(`${command} --help`),
  'npx wrangler deploy --secrets-file testnet.vars': async (command) => {
    await sh(`${command} --dry-run --outdir dist/checked`)
    await deploy()
  },
  [`npm run doctor -- --settings testnet.vars --site https://${site}`]: runLive,
}

test('every command of the guide is run, in its order', async () => {
  expect(commands.filter((command) => runs[command] === undefined)).toEqual([])
  expect(Object.keys(runs).filter((command) => !commands.includes(command))).toEqual([])
  for (const command of commands) await runs[command]?.(command)
}, 600_000)

test('the settings of the guide are accepted on Testnet, and none of them is a default', async () => {
  const secrets = await readSecrets()
  const vars = Object.fromEntries(
    Object.entries(readConfig({ config: path.join(copy, 'wrangler.toml') }).vars).map(([name, value]) => [
      name,
      String(value),
    ]),
  )
  const services = {
    DATABASE_URL: 'postgresql://opx:h8Jq2vLw@ep-cool-lake-1.eu-central-1.aws.neon.tech/opx',
    S3_ENDPOINT: 'https://0b5f.r2.cloudflarestorage.com',
    S3_UPLOAD_ORIGIN: 'https://0b5f.r2.cloudflarestorage.com',
    S3_ACCESS_KEY_ID: '4f1b7a90c3d25e68',
    S3_SECRET_ACCESS_KEY: '9d0c51b7e3f2a8466b1e07d9a35c82f4',
    PINNING_TOKEN: 'eyJhbGciOiJIUzI1NiJ9.q7Lx2Vb9',
    SIGNER_API_KEY: crypto.randomUUID(),
    SIGNER_API_SECRET: crypto.randomUUID(),
  }
  expect(settingFaults({ ...vars, ...secrets, ...services })).toEqual([])
  // Before they are filled in, each is named.
  const example = parseEnv(await readFile(path.join(copy, '.dev.vars.example'), 'utf8'))
  const faults = settingFaults({ ...vars, ...secrets, ...example })
  for (const name of Object.keys(services).filter((setting) => !/ORIGIN|DATABASE|TOKEN/.test(setting)))
    expect(faults.some((fault) => fault.startsWith(`${name}:`))).toBe(true)
})

test('the first collection and the first sale succeed on that site', async () => {
  const artist = await world.connect(await world.fund('Artist'))
  const buyer = await world.connect(await world.fund('Buyer'))
  const marketplace = (await readSecrets())['MARKETPLACE_ACCOUNT'] ?? ''
  await addCollection(artist)
  const nftokenID = await mintByForm(world, artist, filled())
  await indexed(world, nftokenID)
  const listed = await askAndSign(world, 'requestTransaction', artist, {
    txjson: {
      TransactionType: 'NFTokenCreateOffer',
      Account: artist.account.address,
      NFTokenID: nftokenID,
      Amount: '5000000',
      Destination: marketplace,
      Flags: tfSellNFToken,
    },
  })
  expect(listed).toMatchObject({ status: 'success' })
  const [{ id: sellOfferIndex } = {}] = await world.rowsOf('offers', { nft_id: nftokenID })
  expect(await askAndSign(world, 'buyNow', buyer, { nftokenID, sellOfferIndex })).toMatchObject({
    status: 'success',
  })
  expect(await world.ownerOf(nftokenID, [artist.account, buyer.account])).toBe(buyer.account.address)
  expect(await world.salesOf(nftokenID)).toMatchObject([{ state: 'completed' }])
})

test('the metrics of that site count its requests and their durations', async () => {
  const { METRICS_TOKEN = '' } = await readSecrets()
  const read = () => world.call('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  await expect
    .poll(async () => (await read()).text)
    .toMatch(/^opx_requests_total\{kind="write",code="none"\} [1-9]/m)
  const { text } = await read()
  expect(text).toMatch(/^opx_request_seconds_bucket\{kind="read",le="\+Inf"\} [1-9]/m)
  expect(text).toMatch(/^opx_live_readers 0$/m)
})

async function addCollection(artist: Session): Promise<void> {
  const reply = await sendForm(world, 'addCollection', artist, {
    name: 'Night Orchard',
    taxon: '7',
    description: 'Trees at night.',
    random: 'false',
    royalty: '7.5',
    links: '{}',
    preAnnounce: 'false',
    onDemandMint: 'false',
    mutableNFTs: 'true',
    promoCodeEnabled: 'false',
    promoCode: '',
    thumbnailFile: new Blob([png(40, 40)]),
  })
  expect(reply.body).toMatchObject({ status: 'success' })
}
