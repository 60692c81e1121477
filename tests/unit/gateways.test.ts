import { code as pbCode, createLink, createNode, encode } from '@ipld/dag-pb'
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { varint } from 'multiformats'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { closeServer, listen } from '#local/lib/http.ts'
import { type Ipfs, startIpfs } from '#local/ipfs/start.ts'
import { cidMatches, cidOf } from '#worker/domain/media/cid.ts'
import { proveFile, proveStream, resolvePath } from '#worker/domain/media/prove-file.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'
import { createGateways, type GatewaySettings } from '#worker/ports/ipfs/gateways.ts'

interface Gateway {
  url: string
  asked: string[]
}
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

let ipfs: Ipfs
let dir: string
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'opx-gateways-'))
  ipfs = await startIpfs({ port: 0, dir })
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
afterAll(async () => {
  await ipfs.close()
  await rm(dir, { recursive: true })
})

async function gatewayThat(answer: Answer): Promise<Gateway> {
  const addresses: string[] = []
  const server = createServer((request, response) => {
    addresses.push(request.url ?? '')
    // An abandoned request may outlive the services behind this gateway.
    void Promise.resolve(answer(request, response)).catch(() => response.destroy())
  })
  const port = await listen(server, 0, 'A gateway')
  closers.push(() => closeServer(server))
  return { url: `http://127.0.0.1:${port}`, asked: addresses }
}

const status =
  (code: number): Answer =>
  (_request, response) =>
    response.writeHead(code).end()
const bytes =
  (content: string | Uint8Array): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-length': Buffer.byteLength(content) }).end(content)
/** A gateway that accepts a request and never answers. */
const silence: Answer = () => undefined

/** Passes requests on to the local gateway, except those that `change` answers. */
const through =
  (change: (url: URL, response: ServerResponse) => boolean = () => false): Answer =>
  async (request, response) => {
    if (change(new URL(request.url ?? '', 'http://x'), response)) return
    const headers = Object.fromEntries(
      ['range', 'accept'].flatMap((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    const reply = await fetch(`${ipfs.gatewayUrl}${request.url}`, { headers })
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    // If the reader disconnects, the transfer ends.
    await pipeline(reply.body ?? [], response).catch(() => undefined)
  }

let clock = 0
const gatewaysOf = (list: Gateway[], settings: Partial<GatewaySettings> = {}) =>
  createGateways({
    gateways: list.map(({ url }) => url),
    headStartMs: 30,
    timeoutMs: 3000,
    matches: cidMatches,
    proves: proveFile,
    provesStream: proveStream,
    resolves: resolvePath,
    fetch,
    now: () => clock,
    ...settings,
  })

async function textOf(file: { body: ReadableStream<Uint8Array> } | null): Promise<string | null> {
  return file === null ? null : new Response(file.body).text()
}

/** Adds a folder to the local node. */
async function addFolder(files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<string> {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append('file', new Blob([content]), encodeURIComponent(name))
  const reply = await fetch(
    `${ipfs.apiUrl}/api/v0/add?cid-version=1&raw-leaves=true&wrap-with-directory=true`,
    { method: 'POST', body: form },
  )
  const { Hash } = JSON.parse(await reply.text())
  return String(Hash)
}

/** Adds a file without a folder. */
async function addFile(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([content]))
  const reply = await fetch(`${ipfs.apiUrl}/api/v0/add`, { method: 'POST', body: form })
  return String(JSON.parse(await reply.text()).Hash)
}

/** Answers as a gateway that returns only files, no blocks. */
function withoutBlocks(url: URL, response: ServerResponse): boolean {
  if (!url.searchParams.has('format')) return false
  response.writeHead(406).end()
  return true
}

const text = (value: string) => new TextEncoder().encode(value)
const work = 'the work'

describe('gateways', () => {
  test('are asked side by side after a head start, and one that hangs is left out for a while', async () => {
    const cid = await cidOf(text(work))
    const [hanging, quick] = [await gatewayThat(silence), await gatewayThat(bytes(work))]
    const gateways = gatewaysOf([hanging, quick])
    expect(await textOf(await gateways.find(cid))).toBe(work)
    expect(await textOf(await gateways.find(cid))).toBe(work)
    expect([hanging.asked.length, quick.asked.length]).toEqual([1, 2])
    clock += 61_000
    expect(await textOf(await gateways.find(cid))).toBe(work)
    expect(hanging.asked.length).toBe(2)
  })

  test('that fail are left out for a while, but never keep a file from being found', async () => {
    const cid = await cidOf(text(work))
    let isDown = true
    const failing = await gatewayThat((request, response) =>
      (isDown ? status(503) : bytes(work))(request, response),
    )
    const empty = await gatewayThat(status(404))
    const gateways = gatewaysOf([failing, empty])
    expect(await gateways.find(cid)).toBeNull()
    isDown = false
    clock += 3 * 60_000
    // The failing gateway may pause again, because the other one has only reported that it lacks the file.
    expect(await textOf(await gateways.find(cid))).toBe(work)
  })

  test('are not asked at each view for a file that nobody has', async () => {
    const cid = await cidOf(text('nobody has this'))
    const empty = await gatewayThat(status(404))
    const gateways = gatewaysOf([empty])
    for (let view = 0; view < 5; view += 1) expect(await gateways.find(cid)).toBeNull()
    expect(empty.asked).toHaveLength(1)
    clock += 3 * 60_000
    expect(await gateways.find(cid)).toBeNull()
    expect(empty.asked).toHaveLength(2)
  })

  test('are counted, each by the beginning of the file', async () => {
    const cid = await cidOf(text(work))
    const list = [
      await gatewayThat(bytes(work)),
      await gatewayThat(status(404)),
      await gatewayThat(bytes(work)),
    ]
    expect(await gatewaysOf(list).countHaving(cid)).toEqual({ havingCount: 2, askedCount: 3 })
  })

  test('that send other bytes than the CID names are passed over', async () => {
    const cid = await cidOf(text(work))
    const [liar, honest] = [await gatewayThat(bytes('another work')), await gatewayThat(bytes(work))]
    expect(await textOf(await gatewaysOf([liar, honest]).find(cid))).toBe(work)
    expect(await gatewaysOf([liar]).find(cid)).toBeNull()
  })

  test('that announce a wrong length, or break off, are passed over', async () => {
    const cid = await cidOf(text(work))
    const short = await gatewayThat((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write(work)
      response.destroy()
    })
    const honest = await gatewayThat(bytes(work))
    expect(await textOf(await gatewaysOf([short, honest]).find(cid))).toBe(work)
  })

  test('that send without end are read no further than wanted', async () => {
    let sent = 0
    let isOver = false
    const endless = await gatewayThat((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const send = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', send)
      response.on('close', () => {
        isOver = true
      })
      send()
    })
    const first = await gatewaysOf([endless]).findPart(await cidOf(text(work)), { first: 200_000 })
    expect(first).toMatchObject({ wholeBytes: null })
    expect(first?.bytes).toHaveLength(200_000)
    await expect.poll(() => isOver).toBe(true)
    expect(sent).toBeLessThan(50_000_000)
  })
})

describe('a file in a folder', () => {
  test('is verified by the blocks that lead to it', async () => {
    const root = await addFolder({
      '1.json': 'one',
      'art/2.png': 'two',
      'large.bin': Buffer.alloc(700_000, 'x'),
    })
    const gateway = await gatewayThat(through())
    const gateways = gatewaysOf([gateway])
    const file = await gateways.find(`${root}/art/2.png`)
    expect(file).toMatchObject({ isVerified: true, bytes: 3, range: null })
    expect(await textOf(file)).toBe('two')
    const large = await gateways.find(`${root}/large.bin`)
    expect(large).toMatchObject({ isVerified: true, bytes: 700_000 })
    expect(await textOf(large)).toBe('x'.repeat(700_000))
    expect(await gateways.findCid(`${root}/1.json`)).toBe(await cidOf(text('one')))
    expect(gateway.asked.filter((url) => url.includes('format=car'))).toHaveLength(3)
  })

  test('ends the transfer of the file once its blocks have arrived', async () => {
    const root = await addFolder({ '1.json': 'one' })
    let isOver = false
    const slow = await gatewayThat(
      through((url, response) => {
        if (url.searchParams.has('format')) return false
        response.on('close', () => (isOver = true))
        response.writeHead(200).write('o')
        return true
      }),
    )
    expect(await textOf(await gatewaysOf([slow]).find(`${root}/1.json`))).toBe('one')
    await expect.poll(() => isOver).toBe(true)
  })

  longTest('is verified in a folder that is spread over many blocks', async () => {
    // Contains the same block twice.
    const nameOf = (at: number) => `${'a long name '.repeat(15)}${at}.json`
    const files = Object.fromEntries(Array.from({ length: 1300 }, (_, at) => [nameOf(at), `{"n":${at}}`]))
    const root = await addFolder(files)
    const file = await gatewaysOf([await gatewayThat(through())]).find(`${root}/${nameOf(1234)}`)
    expect(file).toMatchObject({ isVerified: true })
    expect(await textOf(file)).toBe('{"n":1234}')
  })

  test('is not taken from a gateway whose blocks contradict their hashes', async () => {
    const root = await addFolder({ '1.json': 'the right words' })
    const liar = await gatewayThat(async (request, response) => {
      if (request.url?.includes('format=car') !== true) return response.writeHead(200).end('the wrong words')
      const reply = await fetch(`${ipfs.gatewayUrl}${request.url}`)
      const car = Buffer.from(await reply.arrayBuffer())
      car.write('wrong', car.indexOf('right'))
      return response.writeHead(200, { 'content-type': 'application/vnd.ipld.car' }).end(car)
    })
    expect(await gatewaysOf([liar]).find(`${root}/1.json`)).toBeNull()
    const both = gatewaysOf([liar, await gatewayThat(through())])
    expect(await textOf(await both.find(`${root}/1.json`))).toBe('the right words')
  })

  test('is marked as not verified where a gateway returns no blocks', async () => {
    const root = await addFolder({ '1.json': 'one' })
    const gateways = gatewaysOf([await gatewayThat(through(withoutBlocks))])
    expect(await gateways.find(`${root}/1.json`)).toMatchObject({ isVerified: false })
    expect(await gateways.findCid(`${root}/1.json`)).toBeNull()
  })

  test('that is a page stands for its folder', async () => {
    const root = await addFolder({ 'index.html': '<!doctype html>', 'code.js': '1' })
    const file = await gatewaysOf([await gatewayThat(through())]).find(root)
    expect(file).toMatchObject({ isVerified: true })
    expect(await textOf(file)).toBe('<!doctype html>')
  })

  test('is not the list of a folder, which gateways send as a page', async () => {
    const root = await addFolder({ '1.json': 'one', 'deep/2.json': 'two' })
    const gateways = gatewaysOf([await gatewayThat(through())])
    for (const path of [root, `${root}/deep`]) {
      expect([await gateways.find(path), gateways.isFolder(path)]).toEqual([null, true])
      expect(await gateways.find(path)).toBeNull()
    }
    const absent = await cidOf(text('nobody has this'))
    expect([await gateways.find(absent), gateways.isFolder(absent)]).toEqual([null, false])
  })
})

test('the local node returns a raw block by its CID alone, as the specification of gateways asks', async () => {
  const root = await addFolder({ '1.json': 'one' })
  const cid = await cidOf(text('one'))
  const ask = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${ipfs.gatewayUrl}/ipfs/${name}`, { headers })
  const block = await ask(`${cid}?format=raw`)
  expect([block.headers.get('content-type'), await block.text()]).toEqual(['application/vnd.ipld.raw', 'one'])
  const accepted = await ask(cid, { accept: 'application/vnd.ipld.raw' })
  expect([accepted.headers.get('x-content-type-options'), await accepted.text()]).toEqual(['nosniff', 'one'])
  expect((await ask(`${root}/1.json?format=raw`)).status).toBe(400)
  expect((await ask(`${root}/2.json?format=car`)).status).toBe(404)
  expect((await ask(`${cid}?format=car&dag-scope=some`)).status).toBe(400)
})

describe('a part of a file', () => {
  test('is cut from the verified file where that is small', async () => {
    const cid = await cidOf(text(work))
    const gateways = gatewaysOf([await gatewayThat(bytes(work))])
    const part = await gateways.find(cid, 'bytes=4-')
    expect(part).toMatchObject({ range: 'bytes 4-7/8', isVerified: true })
    expect(await textOf(part)).toBe('work')
    expect(await gateways.find(cid, 'bytes=90-')).toMatchObject({ range: null })
  })

  longTest(
    'of a large file is passed through, and not called verified, where a gateway returns no blocks',
    async () => {
      const large = Buffer.alloc(9 * 1024 * 1024, 'x')
      const cid = await addFile(large)
      const gateways = gatewaysOf([await gatewayThat(through(withoutBlocks))])
      const part = await gateways.find(cid, 'bytes=100-109')
      expect(part).toMatchObject({ range: `bytes 100-109/${large.length}`, isVerified: false })
      expect(await textOf(part)).toBe('xxxxxxxxxx')
      expect(await gateways.findPart(cid, { first: 10 })).toEqual({
        bytes: new Uint8Array(Buffer.from('xxxxxxxxxx')),
        wholeBytes: large.length,
      })
      expect((await gateways.findPart(cid, { last: 5 }))?.bytes).toHaveLength(5)
    },
  )
})

describe('a large file', () => {
  /** Megabytes take long on a busy machine, so allow more time. */
  const patient = { timeoutMs: 30_000 }
  const blockBytes = 262_144
  const large = randomBytes(9 * 1024 * 1024 + 5)
  // Contains the same block twice.
  large.copy(large, 8 * 1024 * 1024, 0, blockBytes)
  let root: string
  let cid: string
  beforeAll(async () => {
    root = await addFolder({ 'film.mp4': large })
    cid = await addFile(large)
  })
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const readText = async (file: { body: ReadableStream<Uint8Array> } | null) =>
    file === null ? null : Buffer.from(await new Response(file.body).arrayBuffer())
  /** Returns wrong bytes in one block of the file. */
  const lie = (at: number) =>
    gatewayThat(async (request, response) => {
      const headers = { accept: request.headers.accept ?? '', range: request.headers.range ?? '' }
      const reply = await fetch(`${ipfs.gatewayUrl}${request.url}`, { headers })
      const body = Buffer.from(await reply.arrayBuffer())
      const place = body.indexOf(large.subarray(at, at + 32))
      if (place !== -1) body.write('wrong', place)
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(body)
    })

  test('is compared with its CID block by block, alone and in a folder', async () => {
    const gateways = gatewaysOf([await gatewayThat(through())], patient)
    for (const path of sampleOf([`${root}/film.mp4`, cid], 1)) {
      const file = await gateways.find(path)
      expect(file).toMatchObject({ isVerified: true, bytes: large.length, range: null })
      expect(hashOf((await readText(file)) ?? Buffer.alloc(0))).toBe(hashOf(large))
    }
  })

  longTest('is compared in parts as well', async () => {
    const gateways = gatewaysOf([await gatewayThat(through())], patient)
    const parts = [
      [0, 9],
      [blockBytes - 1, blockBytes],
      [2_000_000, 5_234_567],
      [8 * 1024 * 1024 + 7, large.length - 1],
    ] as const
    for (const [first, last] of parts) {
      const file = await gateways.find(`${root}/film.mp4`, `bytes=${first}-${last}`)
      expect(file).toMatchObject({
        isVerified: true,
        bytes: large.length,
        range: `bytes ${first}-${last}/${large.length}`,
      })
      expect((await readText(file))?.equals(large.subarray(first, last + 1))).toBe(true)
    }
  })

  test('breaks off at a block that contradicts its hash', async () => {
    const liar = await lie(20 * blockBytes)
    const file = await gatewaysOf([liar], patient).find(`${root}/film.mp4`)
    const reader = file?.body.getReader()
    let bytes = 0
    const readToEnd = async () => {
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
        bytes += next.value.length
    }
    await expect(readToEnd()).rejects.toThrow('other bytes')
    expect(bytes).toBeLessThanOrEqual(20 * blockBytes)
    // Wrong bytes at the beginning are detected early enough to switch to another gateway.
    const early = gatewaysOf([await lie(100), await gatewayThat(through())], patient)
    expect(hashOf((await readText(await early.find(cid))) ?? Buffer.alloc(0))).toBe(hashOf(large))
  })

  longTest('of several levels of blocks is read in little memory', async () => {
    // A list has 174 blocks at most, so this file needs several.
    const longer = randomBytes(47 * 1024 * 1024)
    const gateways = gatewaysOf([await gatewayThat(through())], patient)
    const name = await addFile(longer)
    expect(hashOf((await readText(await gateways.find(name))) ?? Buffer.alloc(0))).toBe(hashOf(longer))
    const [first, last] = [174 * blockBytes - 3, 174 * blockBytes + 3]
    const part = await readText(await gateways.find(name, `bytes=${first}-${last}`))
    expect(part?.equals(longer.subarray(first, last + 1))).toBe(true)
    const reader = (await gateways.find(name))?.body.getReader()
    await reader?.read()
    const before = process.memoryUsage().arrayBuffers
    for (let bytes = 0; bytes < 40_000_000; ) bytes += (await reader?.read())?.value?.length ?? longer.length
    globalThis.gc?.()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(longer.length)
    await reader?.cancel()
  })

  longTest(
    'is passed through, and not called verified, where a gateway leaves out repeated blocks',
    async () => {
      const plain = await gatewayThat(async (request, response) => {
        const reply = await fetch(`${ipfs.gatewayUrl}${request.url}`)
        response.writeHead(reply.status, Object.fromEntries(reply.headers))
        response.end(Buffer.from(await reply.arrayBuffer()))
      })
      const file = await gatewaysOf([plain], patient).find(`${root}/film.mp4`)
      expect(file).toMatchObject({ isVerified: false })
      expect(hashOf((await readText(file)) ?? Buffer.alloc(0))).toBe(hashOf(large))
    },
  )
})

describe('blocks of a hostile author', () => {
  interface Block {
    cid: CID
    bytes: Uint8Array
  }
  const leaf = async (bytes: Uint8Array): Promise<Block> => ({
    cid: CID.createV1(raw.code, await sha256.digest(bytes)),
    bytes,
  })
  const number = (value: number) => varint.encodeTo(value, new Uint8Array(varint.encodingLength(value)))
  /** Builds a list of blocks that states the size of each. */
  async function list(children: Block[], sizes: number[]): Promise<Block> {
    // UnixFS: a file (field 1) and the sizes of its blocks (field 4).
    const data = [
      Buffer.from([0x08, 2]),
      ...sizes.map((size) => Buffer.concat([Buffer.from([0x20]), number(size)])),
    ]
    const links = children.map(({ cid, bytes }) => createLink('', bytes.length, cid))
    const bytes = encode(createNode(Buffer.concat(data), links))
    return { cid: CID.createV1(pbCode, await sha256.digest(bytes)), bytes }
  }
  const section = (bytes: Uint8Array) => Buffer.concat([number(bytes.length), bytes])
  async function* carOf(blocks: Block[]) {
    yield section(new Uint8Array([0xa0]))
    for (const { cid, bytes } of blocks) yield section(Buffer.concat([cid.bytes, bytes]))
  }
  const many = <T>(item: T): T[] => Array.from({ length: 100 }, () => item)

  test('that name each other a million times take no time', async () => {
    const first = await leaf(text('x'))
    for (const size of [0, 1]) {
      const last = size === 0 ? await leaf(new Uint8Array()) : first
      const low = await list(many(last), many(size))
      const middle = await list(many(low), many(size * 100))
      const high = await list([first, ...many(middle)], [1, ...many(size * 10_000)])
      const proven = await proveFile(carOf([high, first, middle, low, last]), high.cid.toString())
      expect(proven).toEqual(size === 0 ? text('x') : 'unproven')
    }
  })

  test('prove nothing where a list has more blocks or fewer than it says', async () => {
    const first = await leaf(text('work'))
    for (const [children, sizes] of [
      [[first, first], [4]],
      [[first], [4, 4]],
    ] as const) {
      const root = await list([...children], [...sizes])
      expect(await proveFile(carOf([root, first]), root.cid.toString())).toBe('unproven')
    }
  })

  test('are no longer fetched when nobody reads the file', async () => {
    const root = await list([await leaf(text('work'))], [4])
    let isClosed = false
    async function* car() {
      try {
        yield* carOf([root, await leaf(text('work'))])
      } finally {
        isClosed = true
      }
    }
    const file = await proveStream(car(), root.cid.toString(), null)
    await file?.chunks.return(undefined)
    expect(isClosed).toBe(true)
  })
})
