import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Wallet } from 'xrpl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApiClient } from '#build/api-client/build.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { maxApiKeys } from '#contract/limits/api-keys.ts'
import { routes } from '#contract/addresses.ts'
import { cronUntil, offerIndexed, openForBusiness } from './helpers.ts'
import { longDescribe } from '#tests/support/sample.ts'

let world: TestWorld
let artist: DemoAccount
let collector: DemoAccount
let session: Session
let nft: string

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  collector = await world.fund('collector')
  await openForBusiness(world)
  session = await world.connect(collector)
  nft = await world.mint(artist, { metadata: { name: 'Quiet Harbour' } })
  await offerIndexed(
    world,
    await world.list(artist, nft, 4_500_000n, { destination: world.marketplace.address }),
  )
})
afterAll(() => world.close())

const act = (name: 'createApiKey' | 'endApiKey', body: object, as = session) =>
  world.call(routes[name].path, { session: as, body })

async function createKey(id: string = crypto.randomUUID()) {
  const { status, body } = await act('createApiKey', { id, name: 'My program' })
  expect([status, body['status']]).toEqual([200, 'success'])
  return { id, key: String(Reflect.get(Object(body['data']), 'key')) }
}

test('an account that is not on the ledger gets no key, webhook or device', async () => {
  const { classicAddress: address, seed = '' } = Wallet.generate()
  const poor: DemoAccount = { name: 'Poor', role: 'collector', address, seed }
  world.signer.accounts.push(poor)
  const as = await world.connect(poor)
  const refused = 'This account is not on the ledger yet. Send it the reserve of 1 XRP first, then try again.'
  for (const [name, body] of [
    ['createApiKey', { id: crypto.randomUUID(), name: 'My program' }],
    ['createWebhook', { url: 'https://hooks.opx.art/a', scope: 'account', kinds: ['sold'] }],
  ] as const) {
    const reply = await world.call(routes[name].path, { session: as, body })
    expect({ name, data: reply.body['data'] }).toEqual({ name, data: refused })
  }
  expect(await world.rowsOf('api_keys', { account: address })).toEqual([])
})

const callWith = (key: string, path: string, body?: object) =>
  fetch(`${world.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'respond-async' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Calls a tool. Returns its JSON reply, and whether it was refused. */
async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [first] = Array.isArray(content) ? content : []
  const reply: Record<string, unknown> = JSON.parse(String(Reflect.get(Object(first), 'text')))
  return { reply, refused: isError === true }
}

async function connect(headers: Record<string, string> = {}) {
  const client = new Client({ name: 'a test', version: '1' })
  const address = new URL(`${world.url}/api/mcp`)
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  return client
}

describe('an API key', () => {
  test('is made once however often it is asked for, listed without its secret, and refused once it has ended', async () => {
    const { id, key } = await createKey()
    expect((await createKey(id)).key).toBe(key)
    expect(key).toMatch(/^opx_[0-9a-f]{32}_[0-9A-Za-z_-]{43}$/)
    expect((await callWith(key, routes.getBalance.path)).status).toBe(200)
    // A program gets English, whatever its libraries accept. A page gets the same text in its language.
    const missing = `${routes.getNft.path}?id=${'0'.repeat(64)}`
    const said = async (headers: Record<string, string>) =>
      (await world.call(missing, { headers: { 'accept-language': 'de', ...headers } })).body['detail']
    expect([await said({ authorization: `Bearer ${key}` }), await said({})]).toEqual([
      'There is no NFT with this NFTokenID in our index.',
      'Unser Index hat kein NFT mit dieser NFTokenID.',
    ])
    const listed = await world.call(routes.getApiKeys.path, { session })
    expect(listed.body['keys']).toEqual([
      { id, name: 'My program', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ])
    const stranger = await world.connect(artist)
    expect((await act('endApiKey', { id }, stranger)).body).toMatchObject({ code: 'not_found' })
    expect((await act('createApiKey', { id, name: 'Taken' }, stranger)).body).toMatchObject({
      code: 'validation_failed',
    })
    expect((await act('endApiKey', { id })).body).toMatchObject({ status: 'success' })
    const ended = await callWith(key, routes.getBalance.path)
    expect([ended.status, await ended.json()]).toMatchObject([401, { code: 'unauthenticated' }])
    // A revoked key cannot be restored under its id.
    expect((await act('createApiKey', { id, name: 'Again' })).body).toMatchObject({
      code: 'validation_failed',
    })
  })

  test('cannot be guessed, made with another key, or used for what only a person may do', async () => {
    const { id, key } = await createKey()
    const other = crypto.randomUUID().replaceAll('-', '')
    const forged = [
      `opx_${other}${key.slice(36)}`,
      `${key.slice(0, -1)}${key.endsWith('A') ? 'Q' : 'A'}`,
      'opx_',
      `${key}A`,
    ]
    for (const one of forged) expect((await callWith(one, routes.getBalance.path)).status).toBe(401)
    for (const [path, body] of [
      [routes.createApiKey.path, { id: crypto.randomUUID(), name: 'x' }],
      [routes.endApiKey.path, { id }],
      [routes.getWebhooks.path, undefined],
      [routes.signOut.path, { everywhere: true }],
    ] as const)
      expect([path, await (await callWith(key, path, body)).json()]).toMatchObject([
        path,
        { code: 'session_required' },
      ])
    await act('endApiKey', { id })
  })

  test(`an account has at most ${maxApiKeys}, also when they are made at once`, async () => {
    const ids = Array.from({ length: maxApiKeys + 3 }, () => crypto.randomUUID())
    const replies = await Promise.all(ids.map((id) => act('createApiKey', { id, name: 'x' })))
    const codes = replies.map(({ body }) => body['code'] ?? body['status'])
    expect(codes.filter((code) => code === 'success')).toHaveLength(maxApiKeys)
    expect(codes.filter((code) => code === 'api_key_limit')).toHaveLength(3)
    await Promise.all(ids.map((id) => act('endApiKey', { id })))
  })
})

describe('the tools of the MCP endpoint', () => {
  test('read what everybody sees', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(15)
    const work = tools.find(({ name }) => name === 'get_work')
    expect(work).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', required: ['id'], properties: { id: expect.any(Object) } },
    })
    const buy = tools.find(({ name }) => name === 'buy_work')
    expect(Object.keys(buy?.inputSchema.properties ?? {})).not.toContain('account')
    const { reply } = await use(client, 'get_work', { id: nft })
    expect(reply).toMatchObject({ nft: { nftokenID: nft, metadata: { name: 'Quiet Harbour' } } })
    const missing = await use(client, 'get_work', { id: '0'.repeat(64) })
    expect(missing).toMatchObject({ refused: true, reply: { code: 'not_found' } })
    const malformed = await use(client, 'get_work', { id: ['../admin'] })
    expect(malformed).toMatchObject({ refused: true, reply: { code: 'validation_failed' } })
    await client.close()
  })

  test('prepare requests that only the wallet can sign, and follow them to the ledger', async () => {
    const visitor = await connect()
    expect(await use(visitor, 'buy_work', { nftokenID: nft })).toMatchObject({
      refused: true,
      reply: { code: 'unauthenticated' },
    })
    await visitor.close()
    const { id, key } = await createKey()
    const client = await connect({ authorization: `Bearer ${key}` })
    const own = await use(client, 'list_works_for_sale', { items: [{ nftokenID: nft, amount: '5000000' }] })
    expect(own.refused).toBe(true)
    const purchase = await use(client, 'buy_work', { nftokenID: nft })
    expect(purchase).toMatchObject({ refused: false, reply: { status: 'pending' } })
    expect(JSON.stringify(purchase.reply)).not.toMatch(/TxnSignature|SigningPubKey":"[^"]/)
    const uuid = String(Reflect.get(Object(purchase.reply['data']), 'uuid'))
    expect((await use(client, 'check_request', { uuid })).reply).toMatchObject({ status: 'pending' })
    await world.sign(uuid, collector)
    await cronUntil(world, 'bought', async () => {
      const { reply } = await use(client, 'check_request', { uuid })
      return reply['status'] === 'success'
    })
    await cronUntil(world, 'his', async () => {
      const { reply } = await use(client, 'get_work', { id: nft })
      return Reflect.get(Object(reply['nft']), 'owner') === collector.address
    })
    await client.close()
    await act('endApiKey', { id })
  })

  test('are closed to pages of other sites and to bodies that are too large', async () => {
    const send = (headers: Record<string, string>, body: string) =>
      fetch(`${world.url}/api/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body,
      })
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect((await send({}, `[${Array(11).fill(list).join()}]`)).status).toBe(400)
    expect((await send({ origin: 'https://elsewhere.example' }, list)).status).toBe(403)
    expect(
      (await send({}, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) }))).status,
    ).toBe(413)
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}',
    ])
      expect((await send({}, body)).status).toBeLessThan(500)
  })
})

longDescribe('the client package', () => {
  let folder: string
  let packedFiles: string[]
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'opx-client-'))
    const built = await buildApiClient()
    const packed = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built, encoding: 'utf8' }),
    )
    const { filename, files } = Array.isArray(packed) ? packed[0] : Object.values(packed)[0]
    packedFiles = files.map((file: { path: string }) => file.path).sort()
    const place = path.join(folder, 'node_modules', 'opx-client')
    await mkdir(place, { recursive: true })
    execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', place, '--strip-components=1'])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is typed: what the contract does not have does not compile', async () => {
    expect(packedFiles).toEqual([
      'README.md',
      'example.mjs',
      'index.d.ts',
      'index.js',
      'package.json',
      'routes.js',
    ])
    const file = path.join(folder, 'program.mts')
    await writeFile(
      file,
      `import { createOpx } from 'opx-client'
const opx = createOpx({ site: 'https://opx.example' })
const { nft } = await opx.call('getNft', { query: { id: 'x' } })
const owner: string | null = nft.owner
const { data } = await opx.call('buyNow', { body: { nftokenID: 'x' } })
console.log(owner, data.uuid, data.refs.qr_png)
// @ts-expect-error -- no such call
await opx.call('sellEverything')
// @ts-expect-error -- the id is missing
await opx.call('getNft', { query: {} })
// @ts-expect-error -- not a field of the body
await opx.call('buyNow', { body: { nftokenID: 'x', price: 1 } })
`,
    )
    const options =
      '--ignoreConfig --noEmit --strict --target es2023 --module nodenext --skipLibCheck --types node'
    const roots = path.join(import.meta.dirname, '..', '..', 'node_modules', '@types')
    expect(
      spawnSync('tsc', [...options.split(' '), '--typeRoots', roots, file], { encoding: 'utf8' }),
    ).toMatchObject({
      stdout: '',
      status: 0,
    })
  })

  test('lists and buys in twenty lines', async () => {
    const work = await world.mint(artist, { taxon: 9, metadata: { name: 'Harbour Light' } })
    await world.addCollection({
      id: 'harbour',
      issuer: artist.address,
      taxon: 9,
      name: 'Harbour',
      verified: true,
    })
    await offerIndexed(
      world,
      await world.list(artist, work, 3_000_000n, { destination: world.marketplace.address }),
    )
    const { id, key } = await createKey()
    const script = path.join(folder, 'example.mjs')
    await cp(path.join(folder, 'node_modules', 'opx-client', 'example.mjs'), script)
    const program = spawn(process.execPath, [script], { env: { OPX_SITE: world.url, OPX_KEY: key } })
    let said = ''
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (part) => (said += part))
    const ended = new Promise((resolve) => void program.on('close', resolve))
    await expect.poll(() => said, { timeout: 20_000 }).toContain('Sign here: ')
    const [, uuid = ''] = /Sign here: \S*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(said) ?? []
    await world.sign(uuid, collector)
    await cronUntil(world, 'bought', async () => /is yours|Not bought/.test(said))
    expect(await ended).toBe(0)
    expect(said).toContain('Harbour Light is yours.')
    await act('endApiKey', { id })
  })
})
