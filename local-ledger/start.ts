import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import type { Amendment } from '#ledger/entries/amendments.ts'
import { answerAdmin } from '#ledger/server/admin.ts'
import { applyConnectionFault, lagOf } from '#ledger/server/connection-faults.ts'
import { answerHttp, type HttpAnswer, methodOf } from '#ledger/server/http-rpc.ts'
import { LedgerNode } from '#ledger/server/ledger-node.ts'
import { answerWs, WsClient } from '#ledger/server/ws-rpc.ts'

export interface LedgerOptions {
  /** 0 selects a free port. */
  port: number
  /** Folder of the ledger's files; if it is omitted, the ledger exists only in memory. */
  dir?: string | undefined
  /** Milliseconds between ledgers; if absent or 0, ledgers are closed manually. */
  closeEveryMs?: number | undefined
  /** Milliseconds from a submission to the close of its ledger, so that clients do not wait for the timer. */
  closeAfterMs?: number | undefined
  /** Supports nft_info, nft_history and nfts_by_issuer like Clio. */
  clio?: boolean
  networkId?: number
  /**
   * Active amendments, by default those of Mainnet. `amendmentsOf('3.2.0')` selects a ledger before Batch and
   * delegation.
   */
  amendments?: readonly Amendment[] | undefined
  /**
   * Number of transactions per ledger at the base cost, above which the cost rises. By default it is too large to be
   * reached by accident.
   */
  ledgerSize?: number | undefined
  log?: (line: string) => void
}

export interface RunningLedger {
  url: string
  wsUrl: string
  port: number
  /** Answers an HTTP request for callers in this process. `drop` breaks the connection. */
  answer(method: string, path: string, body: string): Promise<HttpAnswer | 'drop'>
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 4 * 1024 * 1024

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size > MAX_BODY_BYTES) throw new Error('body too large')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=UTF-8`,
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

/** Starts a local ledger on a loopback port. @throws if the port is in use. */
export async function startLedger(options: LedgerOptions): Promise<RunningLedger> {
  const { log = () => {} } = options
  const node = new LedgerNode({
    networkId: options.networkId ?? 0,
    dir: options.dir,
    clio: options.clio ?? false,
    amendments: options.amendments,
    ledgerSize: options.ledgerSize,
  })
  const clients = new Set<WsClient>()
  const dropClients = () => {
    for (const client of clients) client.drop()
  }

  async function answer(method: string, path: string, body: string): Promise<HttpAnswer | 'drop'> {
    const admin = answerAdmin({ node, dropClients }, method, path, body)
    if (admin !== null) {
      return { status: admin.status, type: 'application/json', body: JSON.stringify(admin.body) }
    }
    if (method !== 'POST')
      return { status: 200, type: 'text/plain', body: 'The local ledger is running.\r\n' }
    return (await applyConnectionFault(node.faults, methodOf(body))) ?? answerHttp(node, body, lagOf(path))
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const { method = 'GET' } = request
    if (method === 'OPTIONS') return reply(response, 204, 'text/plain', '')
    const result = await answer(method, path, body)
    if (result === 'drop') return response.destroy()
    return reply(response, result.status, result.type, result.body)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      log(`request failed: ${String(error)}`)
      if (!response.headersSent) reply(response, 500, 'text/plain', 'Internal error.\r\n')
    })
  })

  // Longer than clients keep idle connections; otherwise a client may send on a connection that is being closed.
  server.keepAliveTimeout = 120_000

  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => {
    const lagLedgers = lagOf(request.url ?? '/')
    const client = new WsClient(socket, lagLedgers)
    clients.add(client)
    const onMessage = async (text: string) => {
      // A WebSocket has no status lines, so the connection is closed instead of sending an HTTP error.
      const trouble = await applyConnectionFault(node.faults, methodOf(text))
      if (trouble === null) client.send(answerWs(node, client, text, lagLedgers))
      else client.drop()
    }
    socket.on('message', (data) => {
      const text = String(data)
      if (node.faults.isEmpty) client.send(answerWs(node, client, text, lagLedgers))
      else onMessage(text).catch((error) => log(`message failed: ${String(error)}`))
    })
    socket.on('close', () => {
      clients.delete(client)
      node.hub.leave(client)
    })
    socket.on('error', () => client.drop())
  })

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      sockets.once('error', reject)
      server.listen(options.port, HOST, resolve)
    })
  } catch (error) {
    node.close()
    throw error
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  node.port = port
  const timer =
    options.closeEveryMs === undefined || options.closeEveryMs <= 0
      ? undefined
      : setInterval(() => node.closeOnTimer(), options.closeEveryMs)
  let closeTimer: NodeJS.Timeout | undefined
  const { closeAfterMs } = options
  if (closeAfterMs !== undefined) {
    node.onProposed = () => {
      closeTimer ??= setTimeout(() => {
        closeTimer = undefined
        node.closeOnTimer()
      }, closeAfterMs)
    }
  }
  log(`local ledger on http://${HOST}:${port}, ledger ${node.chain.closedHeader.seq}`)

  return {
    url: `http://${HOST}:${port}`,
    wsUrl: `ws://${HOST}:${port}`,
    port,
    answer,
    async close() {
      clearInterval(timer)
      clearTimeout(closeTimer)
      dropClients()
      sockets.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      node.close()
    },
  }
}
