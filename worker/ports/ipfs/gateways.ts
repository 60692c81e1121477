import type { IpfsFile, IpfsPort } from './port.ts'

export interface GatewaySettings {
  /** Origins, for example https://ipfs.io; asked in order. */
  gateways: string[]
  timeoutMs: number
  /** Whether bytes match a CID. */
  matches(bytes: Uint8Array, cid: string): Promise<boolean>
  fetch: typeof fetch
}

/** Files up to this size are read completely and checked before they are served. */
const maxCheckedBytes = 8 * 1024 * 1024

const streamOf = (chunks: Uint8Array[], rest?: ReadableStreamDefaultReader<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      if (rest === undefined) controller.close()
    },
    async pull(controller) {
      const next = await rest?.read()
      if (next === undefined || next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: (reason) => rest?.cancel(reason),
  })

function joined(chunks: Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/**
 * The content of a file, checked against its CID; null on a mismatch. Not checked are files above 8 MiB, which are passed through
 * (an isolate could not hold them), and files in folders, whose own CID is only in the folder's block: these are as trustworthy as
 * the gateways that the operator chose.
 */
async function checked(
  body: ReadableStream<Uint8Array>,
  cid: string,
  matches: GatewaySettings['matches'],
): Promise<ReadableStream<Uint8Array> | null> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    bytes += next.value.length
    if (bytes > maxCheckedBytes) return streamOf(chunks, reader)
  }
  return (await matches(joined(chunks, bytes), cid)) ? streamOf(chunks) : null
}

/** IPFS over HTTP gateways. Source: specs.ipfs.tech "Path Gateway". */
export function createGateways({ gateways, timeoutMs, matches, fetch: get }: GatewaySettings): IpfsPort {
  async function ask(gateway: string, address: string, path: string): Promise<IpfsFile | null> {
    const reply = await get(`${gateway}/ipfs/${address}`, { signal: AbortSignal.timeout(timeoutMs) })
    if (!reply.ok || reply.body === null) {
      await reply.body?.cancel()
      return null
    }
    const body = path.includes('/') ? reply.body : await checked(reply.body, path, matches)
    const contentType = reply.headers.get('content-type') ?? 'application/octet-stream'
    return body === null ? null : { body, contentType }
  }
  return {
    async find(path) {
      // Segment by segment, so that nothing in a path can leave /ipfs/ or begin a query.
      const address = path.split('/').map(encodeURIComponent).join('/')
      for (const gateway of gateways) {
        // A gateway that cannot be reached or breaks off counts as not having the file.
        const file = await ask(gateway, address, path).catch(() => null)
        if (file !== null) return file
      }
      return null
    },
  }
}
