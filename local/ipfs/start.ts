import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listen, sendJson } from '#local/lib/http.ts'
import { codeOf, messageOf } from '#local/lib/stack-error.ts'
import { serveGateway } from './gateway.ts'
import { parseMultipart } from './multipart.ts'
import { type IpfsStore, openStore } from './store.ts'
import { readCar, serveTrustless, trustlessFormat } from './trustless.ts'

export interface IpfsOptions {
  port: number
  dir: string
}

export interface Ipfs {
  /** Base URL of Kubo's RPC: `<apiUrl>/api/v0/add`. */
  apiUrl: string
  /** Base URL of the gateway: `<gatewayUrl>/ipfs/<cid>`. */
  gatewayUrl: string
  close: () => Promise<void>
}

/** Sends an error of Kubo's RPC: https://docs.ipfs.tech/reference/kubo/rpc/ */
function kuboError(response: ServerResponse, message: string, status = 500): void {
  sendJson(response, status, { Message: message, Code: 0, Type: 'error' })
}

async function add(
  store: IpfsStore,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const options = {
    version: url.searchParams.get('cid-version') ?? '1',
    leaves: url.searchParams.get('raw-leaves') ?? 'true',
  }
  if (options.version !== '1' || options.leaves !== 'true') {
    return kuboError(response, 'This node adds with cid-version=1 and raw-leaves=true only.', 400)
  }
  const pin = url.searchParams.get('pin') !== 'false'
  const lines: string[] = []
  if (url.searchParams.get('wrap-with-directory') === 'true') {
    const files: { path: string; content: Uint8Array }[] = []
    for await (const part of parseMultipart(request.headers['content-type'] ?? '', request)) {
      const chunks: Uint8Array[] = []
      for await (const chunk of part.content) chunks.push(chunk)
      files.push({ path: decodeURIComponent(part.filename), content: Buffer.concat(chunks) })
    }
    const { cid, size } = await store.addFolder(files, pin)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`${JSON.stringify({ Name: '', Hash: cid, Size: size.toString() })}\n`)
    return
  }
  for await (const part of parseMultipart(request.headers['content-type'] ?? '', request)) {
    const addResult = await store.add(part.content, pin)
    const name = part.filename === '' ? addResult.cid : decodeURIComponent(part.filename)
    lines.push(JSON.stringify({ Name: name, Hash: addResult.cid, Size: addResult.size.toString() }))
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(`${lines.join('\n')}\n`)
}

async function importCar(
  store: IpfsStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const lines: string[] = []
  for await (const part of parseMultipart(request.headers['content-type'] ?? '', request)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of part.content) chunks.push(chunk)
    const { root, blocks } = readCar(Buffer.concat(chunks))
    let error = ''
    await store.importBlocks(root, blocks).catch((cause: unknown) => {
      error = messageOf(cause)
    })
    lines.push(JSON.stringify({ Root: { Cid: { '/': root.toString() }, PinErrorMsg: error } }))
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(`${lines.join('\n')}\n`)
}

function listPins(store: IpfsStore, url: URL, response: ServerResponse): void {
  const cidFilter = url.searchParams.get('arg')?.replace(/^\/ipfs\//, '')
  const pins = cidFilter === undefined ? store.pins() : store.pins().filter((cid) => cid === cidFilter)
  if (cidFilter !== undefined && pins.length === 0)
    return kuboError(response, `path '${cidFilter}' is not pinned`)
  sendJson(response, 200, { Keys: Object.fromEntries(pins.map((cid) => [cid, { Type: 'recursive' }])) })
}

async function removePin(store: IpfsStore, url: URL, response: ServerResponse): Promise<void> {
  const cid = url.searchParams.get('arg') ?? ''
  if (!(await store.unpin(cid))) return kuboError(response, 'not pinned or pinned indirectly')
  sendJson(response, 200, { Pins: [cid] })
}

/**
 * Starts an IPFS node with the features that the marketplace uses: Kubo's add and pin/ls, and a gateway. It does not
 * connect to other nodes.
 */
export async function startIpfs(options: IpfsOptions): Promise<Ipfs> {
  const store = await openStore(options.dir)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://ipfs')
    if (url.pathname.startsWith('/ipfs/')) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return sendJson(response, 405, { message: 'Only GET and HEAD.' })
      }
      const name = decodeURIComponent(url.pathname.slice('/ipfs/'.length)).replace(/\/$/, '')
      const format = trustlessFormat(url, request)
      return format === null
        ? serveGateway(store, request, response, name)
        : serveTrustless(store, url, name, format, request, response)
    }
    if (url.pathname.startsWith('/api/v0/') && request.method !== 'POST') {
      return kuboError(response, 'The RPC takes POST only.', 405)
    }
    if (url.pathname === '/api/v0/add') return add(store, url, request, response)
    if (url.pathname === '/api/v0/dag/import') return importCar(store, request, response)
    if (url.pathname === '/api/v0/pin/ls') return listPins(store, url, response)
    if (url.pathname === '/api/v0/pin/rm') return removePin(store, url, response)
    if (url.pathname === '/api/v0/version')
      return sendJson(response, 200, { Version: '0.38.0', System: 'opx' })
    sendJson(response, 404, { message: 'Not found.' })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // The client disconnected in the middle of a file.
      if (codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') return
      kuboError(response, messageOf(error))
    })
  })
  server.requestTimeout = 0
  const port = await listen(server, options.port, 'The IPFS service')
  const url = `http://127.0.0.1:${port}`
  return {
    apiUrl: url,
    gatewayUrl: url,
    close: async () => {
      await closeServer(server)
      await store.close()
    },
  }
}
