import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { type WebSocket, WebSocketServer } from 'ws'
import { closeServer, listen, readBody, sendJson } from '#local/lib/http.ts'
import { messageOf } from '#local/lib/stack-error.ts'
import { createPools } from './pools.ts'
import { answerSql } from './sql.ts'

export interface NeonProxyOptions {
  port: number
  /** The only server reachable through the proxy; the database may differ per connection. */
  databaseUrl: string
  /** Called before and after every commit, of a single writing statement or a transaction. For crash tests. */
  commits?: CommitWatch
  /** True if the statements of `/sql` are prepared, so that each connection plans them only once. */
  isPrepared?: boolean
}

/** If a callback throws, the connection counts as broken: nothing more is forwarded in either direction. */
export interface CommitWatch {
  before: (statement: string) => Promise<void>
  after: (statement: string) => Promise<void>
}

export interface NeonProxy {
  port: number
  /** Value of the worker's DATABASE_PROXY. */
  address: string
  close: () => Promise<void>
}

const maxBody = 64 * 1024 * 1024

function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port === '' ? '5432' : port}`
}

/** Returns the statement if it writes; otherwise null. */
function writtenBy(body: Buffer): string | null {
  const text = body.toString('utf8')
  const { query } = v.parse(v.object({ query: v.optional(v.string(), '') }), JSON.parse(text))
  return /^\s*(insert|update|delete|with)\b/i.test(query) ? query : null
}

const isCommit = (data: Buffer) => data.toString('latin1').toLowerCase().includes('commit')

/** Forwards the bytes of the Postgres protocol in WebSocket messages, for interactive transactions. */
function pipe(socket: WebSocket, target: string, commits: CommitWatch | undefined): void {
  const [host = '127.0.0.1', port = '5432'] = target.split(':')
  const upstream = connect({ host, port: Number(port), noDelay: true })
  // Preserves the order in each direction. A watcher that throws breaks the connection.
  let up = Promise.resolve()
  let down = Promise.resolve()
  let isCommitting = false
  const closeBoth = () => {
    socket.terminate()
    upstream.destroy()
  }
  async function send(data: Buffer): Promise<void> {
    if (commits !== undefined && isCommit(data)) {
      await commits.before('commit')
      isCommitting = true
    }
    upstream.write(data)
  }
  async function deliver(chunk: Buffer): Promise<void> {
    if (commits !== undefined && isCommitting) {
      isCommitting = false
      await commits.after('commit')
    }
    socket.send(chunk)
  }
  upstream.on('data', (chunk: Buffer) => {
    down = down.then(() => deliver(chunk)).catch(closeBoth)
  })
  upstream.on('error', () => socket.close(1011, 'The database does not answer.'))
  upstream.on('close', () => socket.close())
  socket.on('message', (data, isBinary) => {
    if (!isBinary || !(data instanceof Buffer)) return socket.close(1003)
    up = up.then(() => send(data)).catch(closeBoth)
  })
  socket.on('error', () => upstream.destroy())
  socket.on('close', () => upstream.end())
}

/**
 * Starts the proxy of a Neon database, with which the Neon driver can use an ordinary Postgres: `POST /sql` and
 * WebSocket `/v2` (https://github.com/neondatabase/serverless/blob/main/DEPLOY.md).
 */
export async function startNeonProxy(options: NeonProxyOptions): Promise<NeonProxy> {
  const target = hostOf(options.databaseUrl)
  const pools = createPools(12, options.isPrepared)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/sql') {
      return sendJson(response, 404, { message: 'This is the database proxy: POST /sql or WebSocket /v2.' })
    }
    const url = request.headers['neon-connection-string']
    if (typeof url !== 'string' || hostOf(url) !== target) {
      return sendJson(response, 400, { message: `This proxy serves the databases of ${target} only.` })
    }
    const body = await readBody(request, maxBody)
    const tables = options.commits === undefined ? null : writtenBy(body)
    try {
      if (tables !== null) await options.commits?.before(tables)
      const reply = await answerSql(pools.get(url), body, request.headers)
      if (tables !== null) await options.commits?.after(tables)
      sendJson(response, reply.status, reply.body)
    } catch {
      // A watcher that throws breaks the connection.
      response.destroy()
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      sendJson(response, 500, { message: messageOf(error) }),
    )
  })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://proxy')
    // A `wsProxy` function may omit the address, which then means the only server.
    if (url.pathname !== '/v2' || (url.searchParams.get('address') ?? target) !== target) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      pipe(webSocket, target, options.commits)
    })
  })
  const port = await listen(server, options.port, 'The database proxy')

  return {
    port,
    address: `127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets.clients) socket.close(1001)
      if (sockets.clients.size > 0) await wait(100)
      for (const socket of sockets.clients) socket.terminate()
      await closeServer(server)
      await pools.close()
    },
  }
}
