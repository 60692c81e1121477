import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { deflateSync, gzipSync } from 'node:zlib'
import { base16 } from 'multiformats/bases/base16'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { closeServer, listen } from '#local/lib/http.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { openIndexWriter } from '#local/seed/write-index.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { metadataReader } from '#contract/schemas/nfts.ts'
import { expectContract } from '#tests/support/contract.ts'
import { gif, mp4, png } from '#tests/support/media-files.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { askReply, cronUntil, offerIndexed } from './helpers.ts'
import { notNull, type Row } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
const { ipfsUrl } = inject('services')

interface Reply {
  status?: number
  contentType?: string
  body: string | Buffer
  /** If set, the reply is sent when the test calls `send`. */
  waits?: (send: () => void) => void
}
/** Replies of an external web server, which also acts as the Arweave gateway. */
const replies = new Map<string, Reply>()
let requests: string[] = []
const server = createServer((request, response) => {
  const url = request.url ?? ''
  requests.push(url)
  const reply = replies.get(url) ?? { status: 404, body: '' }
  const type = reply.contentType === undefined ? {} : { 'content-type': reply.contentType }
  const send = () => response.writeHead(reply.status ?? 200, type).end(reply.body)
  if (reply.waits === undefined) send()
  else reply.waits(send)
})
let web = ''

const transaction = 'Z7VF5BDH0yqRQN1wmf_4KQKp38_x3Av7SQMYfIoitSA'
const glb = Buffer.concat([
  Buffer.from('glTF'),
  Buffer.from([2, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0]),
  Buffer.from('JSON'),
])
const html = '<!doctype html><title>Work</title><canvas></canvas>'

beforeAll(async () => {
  web = `http://127.0.0.1:${await listen(server, 0, 'The web server')}`
  world = await createTestWorld({ bindings: { ARWEAVE_GATEWAY: web } })
  artist = await world.fund('artist')
})
afterAll(async () => {
  await world.close()
  await closeServer(server)
})

async function pinFolder(files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<string> {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append('file', new Blob([content]), encodeURIComponent(name))
  const url = `${ipfsUrl}/api/v0/add?cid-version=1&raw-leaves=true&wrap-with-directory=true`
  return String(asJson(JSON.parse(await (await fetch(url, { method: 'POST', body: form })).text()))['Hash'])
}

async function nftOf(id: string): Promise<Json> {
  const reply = await world.call(`/api/nft?id=${id}`)
  expectContract('getNft', reply)
  return asJson(reply.body['nft'])
}

/** Runs the cron until the tokens have been tried and their files have been read. */
async function readAll(ids: string[]): Promise<void> {
  await cronUntil(world, 'metadata', async () => {
    const tokens = await world.rowsOf('nfts', { id: ids })
    const isTried = (token: Row) =>
      token['metadata_state'] !== 'pending' || token['metadata_problem'] !== null
    const files = (await Promise.all(ids.map(world.filesOf))).flat()
    const isRead = (file: Row) => file['content_type'] !== null || Number(file['tries']) > 0
    return tokens.filter(isTried).length === ids.length && files.every(isRead)
  })
}

/** Returns URIs of every form, with the name and kind of picture that they lead to. */
async function formsOfUri(): Promise<[uri: string, name: string, kind?: string][]> {
  const metadata = (name: string) => JSON.stringify({ name, description: 'A field case.' })
  const cid = await world.pin(metadata('pinned'))
  const picture = await world.pin(png(3, 2))
  const folder = await pinFolder({
    '1.json': metadata('in a folder'),
    'Name #7.json': metadata('hash'),
    'Who?.json': metadata('question'),
    '2.json': metadata('parameter'),
  })
  replies.set(`/${transaction}`, { body: metadata('on Arweave') })
  replies.set('/art.png', { contentType: 'image/png', body: png(4, 4) })
  const parsed = CID.parse(cid)
  return [
    [`ipfs://ipfs/ipfs://ipfs/${cid}`, 'pinned'],
    [`https://${folder}.ipfs.nftstorage.link/1.json`, 'in a folder'],
    [`ipfs://${folder}/Name #7.json`, 'hash'],
    [`ipfs://${folder}/Name%20%237.json`, 'hash'],
    [`ipfs://${folder}/Who?.json`, 'question'],
    [`ipfs://${folder}/2.json?version=3#top`, 'parameter'],
    [`cid:${cid}`, 'pinned'],
    [`hash:${cid}`, 'pinned'],
    [`ipfs:${cid}`, 'pinned'],
    [`ipfs://${cid}\n`, 'pinned'],
    [` ipfs://${cid}\0`, 'pinned'],
    [textToHex(`ipfs://${cid}`), 'pinned'],
    [`ipfs://${parsed.toString(base36.encoder)}`, 'pinned'],
    [`ipfs://${parsed.toString(base16.encoder)}`, 'pinned'],
    [`ipfs://${parsed.toString(base58btc.encoder)}`, 'pinned'],
    [`ipfs://${cid.toUpperCase()}`, 'pinned'],
    ['data:application/json,{"name":"oc"}', 'oc'],
    ['{"name":"raw json"}', 'raw json'],
    [`ar://${transaction}`, 'on Arweave'],
    [`ipfs://${picture}`, 'Untitled', 'image'],
    [`${web}/art.png`, 'Untitled', 'image'],
    ['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', 'Untitled', 'image'],
  ]
}

/** URIs that lead nowhere, with the code of the problem. */
const uselessUris: [uri: string, code: string][] = [
  ['javascript:alert(1)', 'no_address'],
  ['ipfs://undefined/1.json', 'no_cid'],
  ['data:application/json;base64,???', 'damaged_data'],
  ['https://10.0.0.1/1.json', 'not_public'],
  ['https://[::ffff:127.0.0.1]/1.json', 'not_public'],
]

longTest('URIs of every form lead to the metadata, or say why they do not', async () => {
  const cases = sampleOf(await formsOfUri(), 8)
  const ids: string[] = []
  for (const [uri] of [...cases, ...uselessUris]) ids.push(await world.mint(artist, { taxon: 1, uri }))
  const folder = await world.mint(artist, { taxon: 1, uri: `ipfs://${await pinFolder({ '1.json': '{}' })}/` })
  await readAll([...ids, folder])
  expect(await nftOf(folder)).toMatchObject({
    metadataState: 'failed',
    metadataProblem: { code: 'folder' },
    metadataNextTry: null,
  })
  const works = await Promise.all(ids.slice(0, cases.length).map(nftOf))
  expect(
    works.map(({ uri, metadata: work, metadataProblem: problem }) => [
      uri,
      work === null ? problem : [asJson(work)['name'], asJson(asJson(work)['imageFile'] ?? {})['kind']],
    ]),
  ).toEqual(cases.map(([uri, name, kind]) => [uri, [name, kind]]))
  const refused = await Promise.all(ids.slice(cases.length).map(nftOf))
  expect(
    refused.map((nft) => [
      nft['uri'],
      nft['metadataState'],
      asJson(nft['metadataProblem'])['code'],
      nft['metadataNextTry'],
      nft['metadataCanRetry'],
    ]),
  ).toEqual(uselessUris.map(([uri, code]) => [uri, 'failed', code, null, false]))
  expect(asJson(refused[0]?.['metadataProblem'])['message']).toBe(
    "The token's address cannot be fetched: it leads to neither IPFS, Arweave nor the web.",
  )
})

type FormOfMetadata = [json: Json, kinds: (string | undefined)[], traits?: object[]]

/** Returns metadata in the forms that tools write, with the kinds of its files and its traits. */
async function formsOfMetadata(): Promise<FormOfMetadata[]> {
  const ipfs = async (content: string | Buffer<ArrayBuffer>) => `ipfs://${await world.pin(content)}`
  const [picture, animated, film, model, page] = [
    await ipfs(png(6, 5)),
    await ipfs(gif()),
    await ipfs(mp4()),
    await ipfs(glb),
    await ipfs(html),
  ]
  const folder = await pinFolder({ 'art #7.png': png(7, 7) })
  replies.set('/nft/1.png', { body: png(8, 8) })
  replies.set(`/${transaction}`, { body: png(9, 9) })
  const trait = (type: string, value: string) => ({ trait_type: type, value })
  return [
    [{ image: picture, '3D_model': model }, ['image', 'model']],
    [{ image: picture, animation: animated, video: film }, ['image', 'video', 'image']],
    [{ image: picture, animation: animated }, ['image', 'image']],
    [{ image: picture, animation_url: page }, ['image', 'html']],
    [{ image: picture, animation_url: film }, ['image', 'video']],
    [
      { image: picture, attributes: '[{"trait_type":"Eyes","value":"Blue"}]' },
      ['image'],
      [trait('Eyes', 'Blue')],
    ],
    [
      { image: picture, attributes: [trait('Hat', 'A'), trait(' Hat ', 'A ')] },
      ['image'],
      [trait('Hat', 'A')],
    ],
    [
      {
        image: picture,
        attributes: [
          { traitType: 'Hat', value: 'Top' },
          { trait_type: 'Eyes', traitValue: 'Green' },
          { key: 'Shoes', value: 'Red' },
        ],
      },
      ['image'],
      [trait('Hat', 'Top'), trait('Eyes', 'Green'), trait('Shoes', 'Red')],
    ],
    [{ image: `ar://${transaction}` }, ['image']],
    [
      {
        image:
          'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxIDEiPjxyZWN0IHdpZHRoPSIxIiBoZWlnaHQ9IjEiLz48L3N2Zz4=',
      },
      ['image'],
    ],
    [{ image: '', image_url: picture }, ['image']],
    [{ image: `ipfs://${folder}/art #7.png` }, ['image']],
    [{ image: `${web}/nft/1.png` }, ['image']],
    [{ image: film }, ['video']],
    [{ image: `ipfs://ipfs/ipfs://ipfs/${picture.slice(7)}` }, ['image']],
    [{ image: { url: picture, type: 'image/png' } }, ['image']],
    [{ image: picture, is_explicit: true }, ['image']],
    [{ image: picture, file: page }, ['image', 'html']],
    [{ metadata: { name: 'case', image: picture } }, ['image']],
  ]
}

test('metadata of every form shows its files as what they are', async () => {
  const cases = sampleOf(await formsOfMetadata(), 6)
  const ids: string[] = []
  for (const [json] of cases)
    ids.push(
      await world.mint(artist, {
        taxon: 2,
        metadata: json['metadata'] === undefined ? { name: 'case', ...json } : json,
      }),
    )
  await readAll(ids)
  const works = await Promise.all(ids.map(async (id) => asJson((await nftOf(id))['metadata'])))
  const kindOf = (file: unknown) => (file === null ? [] : [asJson(file)['kind']])
  expect(
    works.map((work) => [
      work['name'],
      [
        ...kindOf(work['imageFile']),
        ...kindOf(work['animationFile']),
        ...kindOf(work['attachment']),
        ...(Array.isArray(work['files']) ? work['files'] : []).flatMap(kindOf),
      ],
      work['attributes'],
    ]),
  ).toEqual(cases.map(([, kinds, traits = []]) => ['case', kinds, traits]))
})

test('a work without a name is read, even when nothing can show its only file', async () => {
  replies.set('/unknown.bin', { body: 'Neither a picture nor a film.' })
  const images = [`${web}/unknown.bin`]
  const named = await world.mint(artist, { taxon: 2, metadata: { name: 'case', images } })
  await readAll([named])
  // The file is already known.
  const unnamed = await world.mint(artist, { taxon: 2, metadata: { images } })
  await readAll([unnamed])
  expect(await nftOf(unnamed)).toMatchObject({ metadataState: 'ready', metadata: { name: 'Untitled' } })
})

longTest('the body of a reply counts, not its type', async () => {
  const json = '{"name":"Café"}'
  const bodies: Record<string, Reply> = {
    page: { contentType: 'text/html; charset=utf-8', body: json },
    untyped: { body: json },
    script: { contentType: 'application/javascript', body: json },
    latin: { contentType: 'application/json; charset=iso-8859-1', body: Buffer.from(json, 'latin1') },
    wide: { contentType: 'application/octet-stream', body: Buffer.from(`\ufeff${json}`, 'utf16le') },
    comma: { contentType: 'image/png', body: '{"name":"Café",}' },
    script_call: { contentType: 'text/javascript', body: `callback(${json});` },
    gzip: { contentType: 'application/gzip', body: gzipSync(json) },
    zlib: { contentType: 'application/json', body: deflateSync(json) },
  }
  const ids: string[] = []
  for (const [name, reply] of Object.entries(bodies)) {
    replies.set(`/${name}`, reply)
    ids.push(await world.mint(artist, { taxon: 3, uri: `${web}/${name}` }))
  }
  await readAll(ids)
  const works = await Promise.all(ids.map(nftOf))
  expect(works.map(({ metadata: work }) => work && asJson(work)['name'])).toEqual(ids.map(() => 'Café'))

  // Ten megabytes of blanks. They are not decompressed to the end, whatever length the last bytes state.
  const blanks = gzipSync(Buffer.alloc(10_000_000, ' '))
  replies.set('/bomb', { body: blanks })
  replies.set('/liar', { body: Buffer.concat([blanks.subarray(0, -4), Buffer.alloc(4)]) })
  replies.set('/zlib-bomb', { body: deflateSync(Buffer.alloc(10_000_000, ' ')) })
  const bombs: string[] = []
  for (const name of ['bomb', 'liar', 'zlib-bomb'])
    bombs.push(await world.mint(artist, { taxon: 3, uri: `${web}/${name}` }))
  await readAll(bombs)
  const problems = await Promise.all(
    bombs.map(async (id) => asJson((await nftOf(id))['metadataProblem'])['code']),
  )
  expect(problems).toEqual(['too_large', 'not_metadata', 'not_metadata'])
})

test('a server that fails is asked again, and at once when somebody wants it, but once a minute', async () => {
  const retry = (id: string) => world.call('/api/nft/metadata', { body: { id } })
  replies.set('/late', { status: 503, body: '' })
  const id = await world.mint(artist, { taxon: 4, uri: `${web}/late` })
  await readAll([id])
  const nft = await nftOf(id)
  expect(nft).toMatchObject({
    metadataState: 'pending',
    metadataProblem: {
      code: 'status',
      status: 503,
      message: "The server at the token's address answered 503.",
    },
    metadataCanRetry: true,
    metadataLink: `${web}/late`,
  })
  const wait = Date.parse(String(nft['metadataNextTry'])) - Date.now()
  expect(wait > 0 && wait <= 60_000).toBe(true)

  requests = []
  const refusal = await retry(id)
  expectContract('retryMetadata', refusal)
  expect([refusal.status, refusal.body['code']]).toEqual([429, 'rate_limited'])
  expect(requests).toEqual([])

  await world.changeToken(id, { metadata_tried_at: new Date(Date.now() - 61_000) })
  const second = await Promise.all([retry(id), retry(id)])
  expect(second.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(requests).toEqual(['/late'])
  expect(asJson((await nftOf(id))['metadataProblem'])['status']).toBe(503)

  replies.set('/late', { body: '{"name":"Late"}' })
  await world.changeToken(id, { metadata_tried_at: new Date(Date.now() - 61_000) })
  const last = await retry(id)
  expectContract('retryMetadata', last)
  expect(last.body).toEqual({ metadataState: 'ready' })
  expect(await nftOf(id)).toMatchObject({
    metadataState: 'ready',
    metadataProblem: null,
    metadataCanRetry: false,
  })
  expect((await retry(id)).body).toEqual({ metadataState: 'ready' })
  expect((await retry('0'.repeat(64))).status).toBe(404)
})

describe('a document whose reading ends the process', () => {
  test('has used its try before it is fetched', async () => {
    const request = Promise.withResolvers<() => void>()
    replies.set('/deadly', { body: '{"name":"Deadly"}', waits: request.resolve })
    const id = await world.mint(artist, { taxon: 4, uri: `${web}/deadly` })
    const round = cronUntil(world, 'the document', () =>
      world.hasRow('nfts', { id, metadata_state: 'ready' }),
    )
    const send = await request.promise
    const during = await world.tokenOf(id)
    expect(during).toMatchObject({ metadata_state: 'pending', metadata_tries: 1, metadata_problem: null })
    const wait = Number(during?.['metadata_due_at']) - Date.now()
    expect(wait > 250_000 && wait <= 300_000).toBe(true)
    send()
    await round
    expect(await world.tokenOf(id)).toMatchObject({
      name: 'Deadly',
      metadata_tries: 0,
      metadata_due_at: null,
    })
  })

  test('is given up when all its tries were used', async () => {
    replies.set('/killer', { status: 503, body: '' })
    const id = await world.mint(artist, { taxon: 4, uri: `${web}/killer` })
    await readAll([id])
    await world.changeToken(id, { metadata_tries: 8, metadata_due_at: new Date() })
    requests = []
    await cronUntil(world, 'the end', () => world.hasRow('nfts', { id, metadata_state: 'failed' }))
    expect(requests).not.toContain('/killer')
    expect((await nftOf(id))['metadataProblem']).toMatchObject({ code: 'fault' })
  })
})

longTest('a gateway that has no bytes of an Arweave transaction yet is asked again', async () => {
  const young = 'A'.repeat(43)
  replies.set(`/${young}`, { status: 202, body: 'Pending' })
  const id = await world.mint(artist, { taxon: 4, uri: `ar://${young}` })
  await readAll([id])
  expect(await nftOf(id)).toMatchObject({ metadataState: 'pending' })
  // `npm start` waits for the works that it created, regardless of how long other works are retried.
  const index = openIndexWriter(world.databaseUrl)
  expect(await Promise.all([[id], ['0'.repeat(64)]].map(index.pendingMetadata))).toEqual([1, 0])
  await index.close()
})

test('a token without a URI has the metadata at the domain of its issuer, read once somebody looks', async () => {
  const issuer = await world.fund('issuer with a domain')
  const silent = await world.fund('issuer without a domain')
  await world.run(issuer, { TransactionType: 'AccountSet', Domain: textToHex(web) })
  const id = await world.mint(issuer, { taxon: 5 })
  const other = await world.mint(silent, { taxon: 5 })
  replies.set(`/.well-known/xrpl-nft/${id}`, { body: '{"name":"From the domain"}' })
  requests = []
  await cronUntil(world, 'the tokens', async () => (await world.tokenOf(other)) !== undefined)
  expect(requests).toEqual([])
  await cronUntil(world, 'metadata', async () => (await nftOf(id))['metadata'] !== null)
  expect(asJson((await nftOf(id))['metadata'])['name']).toBe('From the domain')
  await cronUntil(world, 'the answer', async () => (await nftOf(other))['metadataProblem'] !== null)
  expect(await nftOf(other)).toMatchObject({ metadataState: 'none', metadataProblem: { code: 'no_domain' } })
})

test('a collection name in metadata that looks like that of a verified collection is marked', async () => {
  const painter = await world.fund('painter')
  await world.addCollection({ id: 'tides', issuer: painter.address, taxon: 1, name: 'Tidewriting' })
  await world.changeRows('collections', { id: 'tides' }, { verified: true })
  const mint = (issuer: DemoAccount, collection: string) =>
    world.mint(issuer, { taxon: 6, metadata: { name: 'A', collection: { name: collection } } })
  const ids = [
    await mint(artist, 'T1DE-writing!'),
    await mint(artist, 'Something else'),
    await mint(painter, 'Tidewriting'),
  ]
  await readAll(ids)
  const works = await Promise.all(ids.map(async (id) => asJson((await nftOf(id))['metadata'])))
  expect(works.map(({ imitatesVerified }) => imitatesVerified)).toEqual([true, undefined, undefined])
})

longTest(
  'works that were refused by an earlier version are read again, first those that somebody looks at',
  async () => {
    const ids: string[] = []
    for (let place = 0; place < 4; place += 1) {
      replies.set(`/again/${place}`, { body: `{"name":"Again ${place}"}` })
      ids.push(await world.mint(artist, { taxon: 7, uri: `${web}/again/${place}` }))
    }
    await readAll(ids)
    await world.changeRows(
      'nfts',
      { id: ids },
      { metadata_state: 'failed', metadata: null, name: null, metadata_tries: 8, metadata_due_at: null },
    )
    const migration = await readFile(
      new URL('../../migrations/0009_refused_works.sql', import.meta.url),
      'utf8',
    )
    const [, statement = ''] = /(UPDATE "nfts"[^;]+);/.exec(migration) ?? []
    await world.query(statement)
    const waiting = await world.rowsOf('nfts', {
      id: ids,
      metadata_state: 'pending',
      metadata_tries: 0,
      metadata_due_at: null,
    })
    expect(waiting).toHaveLength(4)
    requests = []
    await nftOf(ids[3] ?? '')
    await vi.waitUntil(() => world.hasRow('nfts', { id: ids[3], metadata_due_at: notNull }))
    await cronUntil(world, 'all of them', async () => {
      const ready = await world.rowsOf('nfts', { id: ids, metadata_state: 'ready' })
      return ready.length === 4
    })
    expect(requests[0]).toBe('/again/3')
    expect(requests.filter((url) => url.startsWith('/again/'))).toHaveLength(4)
  },
)

test('works that an older reader has read are read again, those that somebody looks at first, and new works before', async () => {
  const mint = async (name: string) => {
    replies.set(`/reader/${name}`, { body: `{"name":"${name}","attributes":[{"value":"Gold"}]}` })
    return world.mint(artist, { taxon: 8, uri: `${web}/reader/${name}` })
  }
  const ids = [await mint('first'), await mint('second'), await mint('seen'), await mint('gone')]
  await readAll(ids)
  const gone = ids[3] ?? ''
  replies.delete('/reader/gone')
  await world.changeRows('nfts', { metadata_reader: 0 }, { metadata_reader: metadataReader })
  for (const id of ids) await world.changeMetadata(id, ['attributes'], [])
  await world.changeRows('nfts', { id: ids }, { metadata_reader: 0, metadata_tries: 0 })
  await world.changeToken(gone, { metadata_tries: 2 })
  await nftOf(ids[2] ?? '')
  await vi.waitUntil(() => world.hasRow('nfts', { id: ids[2], metadata_due_at: notNull }))
  expect((await nftOf(ids[2] ?? ''))['metadataState']).toBe('ready')
  requests = []
  const fresh = await mint('fresh')
  await cronUntil(world, 'all of them', async () => {
    const current = { metadata_state: 'ready', metadata_reader: metadataReader, metadata_due_at: null }
    return (await world.countRows('nfts', { id: [...ids, fresh], ...current })) === 5
  })
  const order = requests.filter((url) => url.startsWith('/reader/'))
  expect(order[0]).toBe('/reader/fresh')
  // Two are read at a time.
  expect(order.slice(1, 3)).toContain('/reader/seen')
  expect(order.toSorted()).toEqual(
    ['first', 'fresh', 'gone', 'second', 'seen'].map((name) => `/reader/${name}`),
  )
  const traits = await Promise.all(ids.map(async (id) => asJson((await nftOf(id))['metadata'])['attributes']))
  const gold = [{ trait_type: 'Trait', value: 'Gold' }]
  expect(traits).toMatchObject([gold, gold, gold, []])
  // No event is logged, because nobody has changed the works.
  expect(await world.rowsOf('events', { nft_id: ids, kind: 'metadata_changed' })).toEqual([])
  // A work whose metadata cannot be read again is unchanged.
  expect(await nftOf(gone)).toMatchObject({ metadataState: 'ready', metadata: { name: 'gone' } })
})

test('documents that only point to another are followed, and files beside a document are found', async () => {
  const cid = await world.pin(JSON.stringify({ name: 'pointed to' }))
  const folder = await pinFolder({
    '1.json': JSON.stringify({ name: 'beside', image: 'art #7.png' }),
    'art #7.png': png(7, 5),
    'loop.json': '{"uri":"https://10.0.0.1/x.json"}',
  })
  const plain = await world.pin(`ipfs://${cid}\n`)
  const uris = [
    `{"uri":"ipfs://${cid}"}`,
    `ipfs://${folder}/1.json`,
    `ipfs://${folder}/loop.json`,
    `ipfs://${plain}`,
  ]
  const ids: string[] = []
  for (const uri of uris) ids.push(await world.mint(artist, { taxon: 9, uri }))
  await readAll(ids)
  const [pointed, beside, loop, text] = await Promise.all(ids.map(nftOf))
  for (const each of [pointed, text]) expect(asJson(each?.['metadata'])['name']).toBe('pointed to')
  expect(asJson(asJson(beside?.['metadata'])['imageFile'])).toMatchObject({
    kind: 'image',
    width: 7,
    height: 5,
  })
  expect(loop).toMatchObject({ metadataState: 'failed', metadataProblem: { code: 'not_public' } })
})

test('a bid is refused as soon as the metadata at the same URI differs, before any sync', async () => {
  const metadata = (name: string) => ({ body: JSON.stringify({ name, attributes: [] }) })
  replies.set('/silent', metadata('Meadow'))
  const id = await world.mint(artist, { taxon: 1, uri: `${web}/silent` })
  await readAll([id])
  const kim = await world.fund('Kim')
  const owner = await world.connect(artist)
  const bid = await world.bid(kim, artist.address, id, 10_000_000n, {
    destination: world.marketplace.address,
  })
  await offerIndexed(world, bid)
  const accept = () => askReply(world, 'acceptBid', owner, { nftokenID: id, buyOfferIndex: bid })
  replies.set('/silent', { status: 503, body: '' })
  expect((await accept()).status).toBe(202)
  replies.set('/silent', metadata('Parking lot'))
  expect((await accept()).body).toMatchObject({ code: 'work_changed' })
})

test('a bid on a work whose metadata changes at the same URI is for the work as it was', async () => {
  const metadata = (name: string) => ({ body: JSON.stringify({ name, attributes: [] }) })
  replies.set('/changing', metadata('Meadow'))
  const id = await world.mint(artist, { taxon: 1, uri: `${web}/changing` })
  await readAll([id])
  const kim = await world.fund('Kim')
  const owner = await world.connect(artist)
  // Only accounts that have signed in are notified.
  await world.connect(kim)
  const destination = world.marketplace.address
  const bid = await world.bid(kim, artist.address, id, 10_000_000n, { destination })
  await offerIndexed(world, bid)
  replies.set('/changing', metadata('Parking lot'))
  expect((await world.call('/api/nft/sync', { session: owner, body: { id } })).status).toBe(200)
  await cronUntil(world, 'the bidder notified', async () => {
    return (await world.notificationsOf(kim.address, { kind: 'work_changed', nft_id: id })).length === 1
  })
  const body = { nftokenID: id, buyOfferIndex: bid }
  expect((await askReply(world, 'acceptBid', owner, body)).body).toMatchObject({ code: 'work_changed' })
  const later = await world.bid(kim, artist.address, id, 11_000_000n, { destination })
  await offerIndexed(world, later)
  const laterBody = { nftokenID: id, buyOfferIndex: later }
  expect((await askReply(world, 'acceptBid', owner, laterBody)).status).toBe(202)
})
