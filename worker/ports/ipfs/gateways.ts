import { boundedChunks, joinChunks, readFirst, streamOf, streamOfBytes } from '#worker/ledger/bounded-body.ts'
import { createRace, GatewayUnavailable } from './first-answer.ts'
import type { IpfsFile, IpfsPort, ProvenFile, ProvenStream } from './port.ts'

export interface GatewaySettings {
  /** Origins, for example https://ipfs.io. The first one is asked first. */
  gateways: string[]
  headStartMs: number
  /** Timeouts for a reply to begin, and for a small file to arrive. */
  timeoutMs: number
  /** True if bytes match a CID, with any of the usual ways to split a file into blocks. */
  matches(bytes: Uint8Array, cid: string): Promise<boolean>
  /** Reads a file from the blocks of a CAR. Throws Error for a block that contradicts its hash. */
  proves(blocks: AsyncIterable<Uint8Array>, path: string): Promise<ProvenFile>
  /** Reads a large file, or a part of it, from the blocks of a CAR as they arrive; null if they prove nothing. Throws like `proves`. */
  provesStream(
    blocks: AsyncIterable<Uint8Array>,
    path: string,
    part: Part | null,
  ): Promise<ProvenStream | null>
  /** The CID of the file at a path, from the blocks of its folders. */
  resolves(blocks: AsyncIterable<Uint8Array>, path: string): Promise<string | null>
  fetch: typeof fetch
  now(): number
}

/** Files up to this size are read completely and checked before they are served. */
const maxCheckedBytes = 8 * 1024 * 1024
/** Limit of the blocks of such a file, and of the folders that lead to it. */
const maxCarBytes = maxCheckedBytes + 4 * 1024 * 1024
/** Files up to this size are checked as they pass: hashing them takes a worker some seconds of its processor time. */
const maxProvenBytes = 2 * 1024 * 1024 * 1024
/** Larger files are passed through up to this size. */
const maxPassedBytes = 4 * 1024 * 1024 * 1024
const idleMs = 15_000
const restMs = 60_000
/** After no gateway had a file, it is not requested again for this long. */
const absentMs = 2 * 60_000
const maxAbsent = 10_000

/** The first and the last byte of a part. */
interface Part {
  first: number
  last: number
}

interface Order {
  range: string | undefined
  signal: AbortSignal
  /** Called when the blocks of the path are those of a folder that has no page. */
  noteFolder: () => void
}

/**
 * Parses a Range header with one range, limited to the size of the file. Returns null for anything else, which a server may
 * ignore (RFC 9110, 14.2).
 */
function parseRange(range: string | undefined, bytes: number): Part | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '')
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to))
  return first <= last && first < bytes ? { first, last } : null
}

/** The size of the whole file in a Content-Range header; 0 if it says nothing usable. */
const wholeBytes = (contentRange: string | null) =>
  Number(/^bytes \d{1,15}-\d{1,15}\/(\d{1,15})$/.exec(contentRange ?? '')?.[1] ?? 0)

async function* continued(chunks: Uint8Array[], rest: AsyncGenerator<Uint8Array>) {
  try {
    yield* chunks
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

const passThrough = (chunks: AsyncGenerator<Uint8Array>, range: string | null): IpfsFile => ({
  body: streamOf(chunks),
  bytes: null,
  range,
  isVerified: false,
})

function wholeFile(bytes: Uint8Array, range: string | undefined, isVerified: boolean): IpfsFile {
  const part = parseRange(range, bytes.length)
  const content = part === null ? bytes : bytes.subarray(part.first, part.last + 1)
  return {
    body: streamOfBytes(content),
    bytes: bytes.length,
    range: part === null ? null : `bytes ${part.first}-${part.last}/${bytes.length}`,
    isVerified,
  }
}

/** IPFS over HTTP gateways. Source: specs.ipfs.tech "Path Gateway" and "Trustless Gateway". */
export function createGateways(settings: GatewaySettings): IpfsPort {
  const {
    gateways,
    headStartMs,
    timeoutMs,
    matches,
    proves,
    provesStream,
    resolves,
    fetch: get,
    now,
  } = settings
  const race = createRace({ gateways, headStartMs, restMs, now })
  const absent = new Map<string, { until: number; isFolder: boolean }>()

  /** Segment by segment, so that nothing in a path can leave /ipfs/ or begin a query. */
  const addressOf = (gateway: string, path: string) =>
    `${gateway}/ipfs/${path.split('/').map(encodeURIComponent).join('/')}`

  /** Returns a reply that has begun in time; null if the gateway does not have the file. Throws GatewayUnavailable. */
  async function begin(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response | null> {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeoutMs)
    let reply: Response
    try {
      reply = await get(url, { headers, signal: AbortSignal.any([signal, stop.signal]) })
    } catch (cause) {
      // A gateway that is still searching for a file counts the same as one that does not have it.
      if (stop.signal.aborted) return null
      throw new GatewayUnavailable('The gateway cannot be reached.', { cause })
    } finally {
      clearTimeout(timer)
    }
    if (reply.ok && reply.body !== null) return reply
    await reply.body?.cancel()
    if (reply.status === 429 || [500, 502, 503].includes(reply.status))
      throw new GatewayUnavailable(`The gateway answered ${reply.status}.`)
    return null
  }

  /** Blocks of a path as a CAR; null when the gateway does not return them. */
  async function beginCar(
    gateway: string,
    path: string,
    scope: 'entity' | 'block' | 'all',
    signal: AbortSignal,
    order: { dups: 'y' | 'n'; part: Part | null } = { dups: 'n', part: null },
  ): Promise<ReadableStream<Uint8Array> | null> {
    const bytes = order.part === null ? '' : `&entity-bytes=${order.part.first}:${order.part.last}`
    const url = `${addressOf(gateway, path)}?format=car&dag-scope=${scope}${bytes}`
    const headers = { accept: `application/vnd.ipld.car;version=1;order=dfs;dups=${order.dups}` }
    const reply = await begin(url, headers, signal).catch(() => null)
    const type = reply?.headers.get('content-type') ?? ''
    // A gateway that leaves out repeated blocks says so, or says nothing.
    const isInOrder = order.dups === 'n' || /;\s*dups=y\b/i.test(type)
    if (isInOrder && /^application\/vnd\.ipld\.car\b/i.test(type)) return reply?.body ?? null
    await reply?.body?.cancel()
    return null
  }

  /** A large file, or a part of it, checked block by block as it passes, in place of a reply; null where the gateway does not return its blocks in order. */
  async function passProven(
    gateway: string,
    path: string,
    part: Part | null,
    reply: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<IpfsFile | null> {
    const car = await beginCar(gateway, path, 'entity', signal, { dups: 'y', part })
    if (car === null) return null
    // A gateway may send more than the part.
    const maxBytes = (part === null ? maxProvenBytes : part.last - part.first) + maxCarBytes
    const proven = await provesStream(boundedChunks(car, { maxBytes, idleMs }), path, part).catch(
      async (error: unknown) => {
        await reply.cancel()
        throw error
      },
    )
    if (proven === null) return null
    // A few blocks that are used again and again are a file of any size.
    if (proven.bytes > maxProvenBytes) {
      await proven.chunks.return(undefined)
      return null
    }
    await reply.cancel()
    const range = part === null ? null : `bytes ${part.first}-${part.last}/${proven.bytes}`
    return { body: streamOf(proven.chunks), bytes: proven.bytes, range, isVerified: true }
  }

  /** The file as its blocks prove it. Throws Error for blocks that contradict their hash. */
  async function prove(gateway: string, path: string, signal: AbortSignal): Promise<ProvenFile | null> {
    const car = await beginCar(gateway, path, 'entity', signal)
    return car && proves(boundedChunks(car, { maxBytes: maxCarBytes, idleMs: timeoutMs }), path)
  }

  /** The same, and the page of a folder, which is what gateways return for the folder. Others list its files, which is not a file. */
  async function proveFile(
    gateway: string,
    path: string,
    signal: AbortSignal,
  ): Promise<Uint8Array | 'folder' | null> {
    const proven = await prove(gateway, path, signal)
    if (proven !== 'folder') return proven instanceof Uint8Array ? proven : null
    const page = await prove(gateway, `${path}/index.html`, signal)
    return page instanceof Uint8Array ? page : 'folder'
  }

  /**
   * A small file, checked; null when its bytes contradict the CID. A large one is passed through, because an isolate could not hold
   * it. A file in a folder, whose own CID is in the folder's blocks, is not checked where a gateway does not return blocks.
   */
  async function receive(
    gateway: string,
    path: string,
    reply: Response,
    { range, signal, noteFolder }: Order,
  ): Promise<IpfsFile | null> {
    if (reply.body === null) return null
    const isInFolder = path.includes('/')
    const announcedBytes = Number(reply.headers.get('content-length') ?? 0)
    if (announcedBytes > maxCheckedBytes && announcedBytes <= maxProvenBytes) {
      const file = await passProven(gateway, path, null, reply.body, signal)
      if (file !== null) return file
    }
    if (isInFolder && announcedBytes <= maxCheckedBytes) {
      let proven: Awaited<ReturnType<typeof proveFile>>
      try {
        proven = await proveFile(gateway, path, signal)
      } catch (error) {
        await reply.body.cancel()
        throw error
      }
      if (proven !== null) {
        await reply.body.cancel()
        if (proven !== 'folder') return wholeFile(proven, range, true)
        noteFolder()
        return null
      }
    }
    const rest = boundedChunks(reply.body, { maxBytes: maxPassedBytes, idleMs })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      chunks.push(next.value)
      bytes += next.value.length
      if (bytes > maxCheckedBytes) return passThrough(continued(chunks, rest), null)
    }
    const whole = joinChunks(chunks, bytes)
    if (isInFolder) return wholeFile(whole, range, false)
    if (await matches(whole, path)) return wholeFile(whole, range, true)
    const proven = await proveFile(gateway, path, signal)
    if (proven === 'folder') noteFolder()
    return proven instanceof Uint8Array ? wholeFile(proven, range, true) : null
  }

  async function ask(gateway: string, path: string, order: Order): Promise<IpfsFile | null> {
    const { range, signal } = order
    const url = addressOf(gateway, path)
    const reply = await begin(url, range === undefined ? {} : { range }, signal)
    if (reply === null || reply.status !== 206 || reply.body === null)
      return reply && receive(gateway, path, reply, order)
    const part = reply.headers.get('content-range')
    const whole = wholeBytes(part)
    if (whole > maxCheckedBytes) {
      const bounds = parseRange(range, whole)
      const isProvable = bounds !== null && whole <= maxProvenBytes
      const file = isProvable ? await passProven(gateway, path, bounds, reply.body, signal) : null
      return file ?? passThrough(boundedChunks(reply.body, { maxBytes: maxPassedBytes, idleMs }), part)
    }
    // A small file is read completely, so that its part is checked as well.
    await reply.body.cancel()
    const all = await begin(url, {}, signal)
    return all && receive(gateway, path, all, order)
  }

  function remember(path: string, isFolder: boolean): void {
    absent.delete(path)
    absent.set(path, { until: now() + absentMs, isFolder })
    const [oldest] = absent.keys()
    if (absent.size > maxAbsent && oldest !== undefined) absent.delete(oldest)
  }

  return {
    async find(path, range) {
      if ((absent.get(path)?.until ?? 0) > now()) return null
      let isFolder = false
      const noteFolder = () => {
        isFolder = true
      }
      const file = await race((gateway, signal) => ask(gateway, path, { range, signal, noteFolder }))
      if (file === null) remember(path, isFolder)
      else absent.delete(path)
      return file
    },
    isFolder: (path) => absent.get(path)?.isFolder === true,
    async countHaving(path) {
      const replies = await Promise.all(
        gateways.map(async (gateway) => {
          const stop = new AbortController()
          const reply = await begin(addressOf(gateway, path), { range: 'bytes=0-0' }, stop.signal).catch(
            () => null,
          )
          stop.abort()
          return reply !== null
        }),
      )
      return { having: replies.filter(Boolean).length, asked: gateways.length }
    },
    async findPart(path, part) {
      const maxBytes = 'first' in part ? part.first : part.last
      const range = 'first' in part ? `bytes=0-${part.first - 1}` : `bytes=-${part.last}`
      const firstReply = await race(async (gateway, signal) => {
        const reply = await begin(addressOf(gateway, path), { range }, signal)
        if (reply === null || reply.body === null) return null
        // A gateway that ignores the range sends the beginning.
        if ('last' in part && reply.status !== 206) {
          await reply.body.cancel()
          return null
        }
        const announcedBytes =
          reply.status === 206
            ? wholeBytes(reply.headers.get('content-range'))
            : Number(reply.headers.get('content-length') ?? 0)
        const bytes = await readFirst(reply.body, { maxBytes, idleMs: timeoutMs })
        const isWhole = 'first' in part && bytes.length < maxBytes
        const whole = isWhole ? bytes.length : announcedBytes
        return { bytes, wholeBytes: Number.isSafeInteger(whole) && whole > 0 ? whole : null }
      })
      // Somebody has it again.
      if (firstReply !== null && absent.get(path)?.isFolder === false) absent.delete(path)
      return firstReply
    },
    findCid: (path) =>
      race(async (gateway, signal) => {
        const car = await beginCar(gateway, path, 'block', signal)
        return car && resolves(boundedChunks(car, { maxBytes: maxCarBytes, idleMs: timeoutMs }), path)
      }),
    async findBlocks(cid) {
      const car = await race((gateway, signal) => beginCar(gateway, cid, 'all', signal))
      return car && streamOf(boundedChunks(car, { maxBytes: maxPassedBytes, idleMs }))
    },
  }
}
