import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { sendJson } from '#local/lib/http.ts'
import { codeOf } from '#local/lib/stack-error.ts'
import type { IpfsStore } from './store.ts'
import { fileTypeFromBuffer } from 'file-type'

/** Detects the content type of bytes without a name from their beginning, as Kubo does. */
async function detectContentType(head: Uint8Array): Promise<string> {
  const text = Buffer.from(head).toString('latin1')
  const trimmedText = text.trimStart()
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?<svg[\s>]/s.test(trimmedText)) return 'image/svg+xml'
  const type = await fileTypeFromBuffer(head)
  if (type !== undefined) return type.mime
  if (trimmedText.startsWith('{') || trimmedText.startsWith('[')) return 'application/json'
  return /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(text) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

const headBytes = 512

interface Span {
  first: number
  last: number
}

/**
 * Parses a Range header. Returns null if there is none, undefined if it cannot be served. Supports a single range, like
 * every gateway.
 */
function parseRange(header: string | undefined, size: number): Span | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return first > last || first >= size ? undefined : { first, last }
}

function isMissing(error: unknown): boolean {
  const name = error instanceof Error ? error.name : ''
  return /NotFound/i.test(name) || /NOT_FOUND/.test(codeOf(error))
}

const hasPage = (store: IpfsStore, name: string): Promise<boolean> =>
  store.open(`${name}/index.html`).then(
    ({ type }) => type !== 'directory',
    () => false,
  )

/**
 * Serves `GET /ipfs/<cid>[/path]`: the file, or a range of it. The content never changes, so it may be cached forever.
 */
export async function serveGateway(
  store: IpfsStore,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  let entry: Awaited<ReturnType<IpfsStore['open']>>
  try {
    entry = await store.open(name)
  } catch (error) {
    const status = isMissing(error) ? 404 : 400
    return sendJson(response, status, {
      message: status === 404 ? `No block here for ${name}.` : 'Not an IPFS path.',
    })
  }
  if (entry.type === 'directory' && (await hasPage(store, name)))
    return serveGateway(store, request, response, `${name}/index.html`)
  // Kubo also lists the files of a folder.
  if (entry.type === 'directory') {
    response.writeHead(200, { 'content-type': 'text/html', 'x-ipfs-path': `/ipfs/${name}/` })
    response.end('<!doctype html><title>Index of this folder</title>')
    return
  }
  if (entry.type !== 'file' && entry.type !== 'raw')
    return sendJson(response, 404, { message: 'This path has no bytes.' })
  const size = Number(entry.size)
  const head: Uint8Array[] = []
  for await (const chunk of entry.content({ offset: 0, length: Math.min(headBytes, size) })) head.push(chunk)
  const headers: Record<string, string | number> = {
    'content-type': await detectContentType(Buffer.concat(head)),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=29030400, immutable',
    etag: `"${entry.cid.toString()}"`,
    'x-ipfs-path': `/ipfs/${name}`,
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  }
  if (request.headers['if-none-match'] === headers['etag']) {
    response.writeHead(304, headers).end()
    return
  }
  const span = parseRange(request.headers.range, size)
  if (span === undefined) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end()
    return
  }
  const { first, last } = span ?? { first: 0, last: size - 1 }
  headers['content-length'] = last - first + 1
  if (span !== null) headers['content-range'] = `bytes ${first}-${last}/${size}`
  response.writeHead(span === null ? 200 : 206, headers)
  if (request.method === 'HEAD' || size === 0) {
    response.end()
    return
  }
  await pipeline(entry.content({ offset: first, length: last - first + 1 }), response)
}
