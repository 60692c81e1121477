import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decode } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import { varint } from 'multiformats'
import { sendJson } from '#local/lib/http.ts'
import type { IpfsStore } from './store.ts'

const car = 'application/vnd.ipld.car'
const raw = 'application/vnd.ipld.raw'

export type TrustlessFormat = 'car' | 'raw'

/** Returns the format that a request specifies in its query or its Accept header; null for a regular file request. */
export function trustlessFormat(url: URL, request: IncomingMessage): TrustlessFormat | null {
  const format = url.searchParams.get('format')
  if (format === 'car' || format === 'raw') return format
  const accept = request.headers.accept ?? ''
  if (accept.includes(car)) return 'car'
  return accept.includes(raw) ? 'raw' : null
}

function withLengthPrefix(bytes: Uint8Array): Uint8Array {
  const length = varint.encodeTo(bytes.length, new Uint8Array(varint.encodingLength(bytes.length)))
  return Buffer.concat([length, bytes])
}

/** Encodes `{ roots: [cid], version: 1 }` in DAG-CBOR, where keys are sorted by length and a CID has tag 42. */
function header(root: CID): Uint8Array {
  const cid = Buffer.concat([Buffer.from([0]), root.bytes])
  return Buffer.concat([
    Buffer.from([0xa2, 0x65]),
    Buffer.from('roots'),
    Buffer.from([0x81, 0xd8, 0x2a, 0x58, cid.length]),
    cid,
    Buffer.from([0x67]),
    Buffer.from('version'),
    Buffer.from([0x01]),
  ])
}

const dagPb = 0x70

interface CarOptions {
  scope: string
  /** True if repeated blocks are sent each time they occur. */
  dups: boolean
  /** The first and last byte of the requested range; null for the whole file. */
  bytes: { first: number; last: number } | null
}

/** Yields the blocks below a block, depth first, that contain bytes of the requested range. */
async function* blocksBelow(
  store: IpfsStore,
  root: CID,
  visitedBlocks: Set<string>,
  { dups, bytes, start }: CarOptions & { start: number },
): AsyncGenerator<[CID, Uint8Array]> {
  if (!dups && visitedBlocks.has(root.toString())) return
  visitedBlocks.add(root.toString())
  const block = await store.block(root)
  yield [root, block]
  if (root.code !== dagPb) return
  const entry = await store.open(root.toString())
  const sizes = entry.type === 'file' ? entry.unixfs.blockSizes.map(Number) : []
  let at = start
  for (const [place, { Hash }] of decode(block).Links.entries()) {
    const size = sizes[place] ?? 0
    const isWanted = bytes === null || (at <= bytes.last && at + size > bytes.first)
    if (isWanted) yield* blocksBelow(store, Hash, visitedBlocks, { scope: '', dups, bytes, start: at })
    at += size
  }
}

async function* carOf(store: IpfsStore, path: string, options: CarOptions): AsyncGenerator<Uint8Array> {
  const { scope } = options
  const walk = await store.walk(path)
  const last = walk?.path.at(-1)
  const root = walk?.path[0]
  if (walk === null || last === undefined || root === undefined) return
  yield withLengthPrefix(header(root.cid))
  const visitedBlocks = new Set<string>()
  for (const { cid, block } of walk.path) {
    visitedBlocks.add(cid.toString())
    yield withLengthPrefix(Buffer.concat([cid.bytes, block]))
  }
  if (scope === 'block') return
  // As an entity, a folder is a single block without its entries.
  if (scope === 'entity' && walk.isFolder) return
  visitedBlocks.delete(last.cid.toString())
  let isFirst = true
  for await (const [cid, block] of blocksBelow(store, last.cid, visitedBlocks, { ...options, start: 0 })) {
    if (!isFirst) yield withLengthPrefix(Buffer.concat([cid.bytes, block]))
    isFirst = false
  }
}

/**
 * Serves `?format=raw`, one block, and `?format=car`, the blocks from the root of the path to the file followed by the
 * file's blocks. Source: specs.ipfs.tech "Trustless Gateway".
 */
export async function serveTrustless(
  store: IpfsStore,
  url: URL,
  path: string,
  format: TrustlessFormat,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const scope = url.searchParams.get('dag-scope') ?? 'all'
  if (!['block', 'entity', 'all'].includes(scope))
    return sendJson(response, 400, { message: 'dag-scope is block, entity or all.' })
  const part = /^(\d+):(\d+)$/.exec(url.searchParams.get('entity-bytes') ?? '0:9007199254740991')
  if (part === null)
    return sendJson(response, 400, { message: 'This node takes entity-bytes=first:last only.' })
  if (format === 'raw' && path.includes('/'))
    return sendJson(response, 400, { message: 'A raw block is asked for by its CID alone.' })
  const last = (await store.walk(path))?.path.at(-1)
  if (last === undefined) return sendJson(response, 404, { message: `No block here for ${path}.` })
  const headers = {
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'x-ipfs-path': `/ipfs/${path}`,
  }
  if (format === 'raw') {
    response.writeHead(200, {
      ...headers,
      'content-type': raw,
      'content-length': last.block.length,
      'content-disposition': `attachment; filename="${last.cid.toString()}.bin"`,
      'cache-control': 'public, max-age=29030400, immutable',
      etag: `"${last.cid.toString()}.raw"`,
    })
    response.end(request.method === 'HEAD' ? undefined : last.block)
    return
  }
  const dups = /dups=y/.test(request.headers.accept ?? '')
  response.writeHead(200, {
    ...headers,
    'content-type': `${car}; version=1; order=dfs; dups=${dups ? 'y' : 'n'}`,
    'content-disposition': `attachment; filename="${last.cid.toString()}.car"`,
    'cache-control': 'public, max-age=29030400, immutable',
    'accept-ranges': 'none',
  })
  if (request.method === 'HEAD') response.end()
  else {
    const bytes = { first: Number(part[1]), last: Number(part[2]) }
    await pipeline(Readable.from(carOf(store, path, { scope, dups, bytes })), response)
  }
}

/**
 * Reads the root and the blocks of a CAR, checking each block against its CID. Throws Error if the CAR is malformed.
 */
export function readCar(bytes: Uint8Array): { root: CID; blocks: { cid: CID; block: Uint8Array }[] } {
  const blocks: { cid: CID; block: Uint8Array }[] = []
  let root: CID | null = null
  for (let at = 0; at < bytes.length; ) {
    const [length, size] = varint.decode(bytes, at)
    const section = bytes.subarray(at + size, at + size + length)
    if (section.length < length) throw new Error('The CAR is cut short.')
    at += size + length
    if (root === null) {
      const tag = Buffer.from(section).indexOf(Buffer.from([0xd8, 0x2a, 0x58]))
      if (tag === -1) throw new Error('The CAR names no root.')
      root = CID.decode(section.subarray(tag + 5, tag + 4 + (section[tag + 3] ?? 0)))
      continue
    }
    const [cid, block] = CID.decodeFirst(section)
    blocks.push({ cid, block })
  }
  if (root === null) throw new Error('The CAR is empty.')
  return { root, blocks }
}
