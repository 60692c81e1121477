import { boundedChunks, joinChunks, readFirst, streamOf, streamOfBytes } from '#worker/ledger/bounded-body.ts'
import { createRace, GatewayUnavailable } from './first-answer.ts'
import type { IpfsFile, IpfsPort, ProvenFile, ProvenStream } from './port.ts'

export interface GatewaySettings {
  /** Origins, for example https://ipfs.io, in the order in which they are queried. */
  gateways: string[]
  headStartMs: number
  /** Timeouts for the start of a reply, and for the complete transfer of a small file. */
  timeoutMs: number
  /** True if the bytes match a CID under any of the common chunking methods. */
  matches(bytes: Uint8Array, cid: string): Promise<boolean>
  /** Assembles a file from the blocks of a CAR. Throws Error for a block that does not match its hash. */
  proves(blocks: AsyncIterable<Uint8Array>, path: string): Promise<ProvenFile>
  /**
   * Streams a large file, or a range of it, from the blocks of a CAR as they arrive; null if the blocks prove nothing.
   * Throws like `proves`.
   */
  provesStream(
    blocks: AsyncIterable<Uint8Array>,
    path: string,
    part: Part | null,
  ): Promise<ProvenStream | null>
  /** Returns the CID of the file at a path, from the blocks of its folders. */
  resolves(blocks: AsyncIterable<Uint8Array>, path: string): Promise<string | null>
  fetch: typeof fetch
  now(): number
}

/** Maximum size of files that are read completely and checked before they are served. */
const maxCheckedBytes = 8 * 1024 * 1024
/** Limit for the blocks of a file that is read completely, including the folders that lead to it. */
const maxCarBytes = maxCheckedBytes + 4 * 1024 * 1024
/**
 * Maximum size of files that are verified while they are streamed. Hashing one costs the worker some seconds of CPU
 * time.
 */
const maxProvenBytes = 2 * 1024 * 1024 * 1024
/** Maximum size of larger files, which are streamed unverified. */
const maxPassedBytes = 4 * 1024 * 1024 * 1024
const idleMs = 15_000
const restMs = 60_000
/** Time for which a file that no gateway has is not requested again. */
const rememberAbsentMs = 2 * 60_000
const maxAbsent = 10_000

/** The first and last byte of a range. */
interface Part {
  first: number
  last: number
}

interface Order {
  range: string | undefined
  signal: AbortSignal
  /** Called when the path leads to a folder without an index page. */
  noteFolder: () => void
}

/**
 * Parses a Range header with one range, limited to the size of the file. Returns null for anything else, which a server
 * may ignore (RFC 9110, 14.2).
 */
function parseRange(range: string | undefined, bytes: number): Part | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '')
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to))
  return first <= last && first < bytes ? { first, last } : null
}

/** Returns the size of the whole file from a Content-Range header; 0 if it is missing or malformed. */
const wholeBytes = (contentRange: string | null) =>
  Number(/^bytes \d{1,15}-\d{1,15}\/(\d{1,15})$/.exec(contentRange ?? '')?.[1] ?? 0)

async function* prependChunks(chunks: Uint8Array[], rest: AsyncGenerator<Uint8Array>) {
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

/** Reads IPFS files through HTTP gateways. Source: specs.ipfs.tech "Path Gateway" and "Trustless Gateway". */
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

  /** Encodes each segment, so that a path can neither leave /ipfs/ nor start a query. */
  const addressOf = (gateway: string, path: string) =>
    `${gateway}/ipfs/${path.split('/').map(encodeURIComponent).join('/')}`

  /** Returns the reply once it has started; null if the gateway does not have the file. Throws GatewayUnavailable. */
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
      // A gateway that is still searching for a file is treated as if it did not have the file.
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

  /** Fetches the blocks of a path as a CAR; null if the gateway does not return them. */
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
    // A gateway that omits repeated blocks sends `dups=n` or no value.
    const isInOrder = order.dups === 'n' || /;\s*dups=y\b/i.test(type)
    if (isInOrder && /^application\/vnd\.ipld\.car\b/i.test(type)) return reply?.body ?? null
    await reply?.body?.cancel()
    return null
  }

  /**
   * Replaces a reply with a large file, or a range of it, that is verified block by block while it is streamed. Null if the
   * gateway does not return the blocks in order.
   */
  async function passProven(
    gateway: string,
    path: string,
    part: Part | null,
    reply: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<IpfsFile | null> {
    const car = await beginCar(gateway, path, 'entity', signal, { dups: 'y', part })
    if (car === null) return null
    // A gateway may send more than the requested range.
    const maxBytes = (part === null ? maxProvenBytes : part.last - part.first) + maxCarBytes
    const stream = await provesStream(boundedChunks(car, { maxBytes, idleMs }), path, part).catch(
      async (error: unknown) => {
        await reply.cancel()
        throw error
      },
    )
    if (stream === null) return null
    // A few blocks that are repeated can form a file of any size.
    if (stream.bytes > maxProvenBytes) {
      await stream.chunks.return(undefined)
      return null
    }
    await reply.cancel()
    const range = part === null ? null : `bytes ${part.first}-${part.last}/${stream.bytes}`
    return { body: streamOf(stream.chunks), bytes: stream.bytes, range, isVerified: true }
  }

  /** Returns the file as proven by its blocks. Throws Error for a block that does not match its hash. */
  async function prove(gateway: string, path: string, signal: AbortSignal): Promise<ProvenFile | null> {
    const car = await beginCar(gateway, path, 'entity', signal)
    return car && proves(boundedChunks(car, { maxBytes: maxCarBytes, idleMs: timeoutMs }), path)
  }

  /**
   * Returns the file as `prove` does, but the index page for a folder, as gateways do. A folder without one is not a file,
   * although some gateways list its contents.
   */
  async function proveFile(
    gateway: string,
    path: string,
    signal: AbortSignal,
  ): Promise<Uint8Array | 'folder' | null> {
    const provenFile = await prove(gateway, path, signal)
    if (provenFile !== 'folder') return provenFile instanceof Uint8Array ? provenFile : null
    const page = await prove(gateway, `${path}/index.html`, signal)
    return page instanceof Uint8Array ? page : 'folder'
  }

  /**
   * Verifies a small file; null if its bytes do not match the CID. A large file is streamed, because an isolate could not
   * hold it. A file in a folder cannot be verified if the gateway does not return blocks, because only they contain its
   * CID.
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
      let provenFile: Awaited<ReturnType<typeof proveFile>>
      try {
        provenFile = await proveFile(gateway, path, signal)
      } catch (error) {
        await reply.body.cancel()
        throw error
      }
      if (provenFile !== null) {
        await reply.body.cancel()
        if (provenFile !== 'folder') return wholeFile(provenFile, range, true)
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
      if (bytes > maxCheckedBytes) return passThrough(prependChunks(chunks, rest), null)
    }
    const whole = joinChunks(chunks, bytes)
    if (isInFolder) return wholeFile(whole, range, false)
    if (await matches(whole, path)) return wholeFile(whole, range, true)
    const provenFile = await proveFile(gateway, path, signal)
    if (provenFile === 'folder') noteFolder()
    return provenFile instanceof Uint8Array ? wholeFile(provenFile, range, true) : null
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
    // A small file is read completely, so that the requested range is verified as well.
    await reply.body.cancel()
    const wholeReply = await begin(url, {}, signal)
    return wholeReply && receive(gateway, path, wholeReply, order)
  }

  function remember(path: string, isFolder: boolean): void {
    absent.delete(path)
    absent.set(path, { until: now() + rememberAbsentMs, isFolder })
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
      return { havingCount: replies.filter(Boolean).length, askedCount: gateways.length }
    },
    async findPart(path, part) {
      const maxBytes = 'first' in part ? part.first : part.last
      const range = 'first' in part ? `bytes=0-${part.first - 1}` : `bytes=-${part.last}`
      const firstReply = await race(async (gateway, signal) => {
        const reply = await begin(addressOf(gateway, path), { range }, signal)
        if (reply === null || reply.body === null) return null
        // A gateway that ignores the Range header sends the beginning of the file.
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
      // The file is available again.
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
