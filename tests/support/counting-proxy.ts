import { createServer, type IncomingHttpHeaders, request as forward } from 'node:http'
import { connect } from 'node:net'
import * as v from 'valibot'
import { closeServer, listen } from '#local/lib/http.ts'

export interface CountingProxy {
  /** The value of DATABASE_PROXY for the worker. */
  address: string
  /** Number of round trips so far. A batch counts as one. */
  roundTrips: number
  /** Duration of each round trip in milliseconds, measured at the driver. */
  durations: number[]
  /** The last request as it was sent, so that a test can repeat it. */
  last: { body: string; headers: IncomingHttpHeaders } | null
  /** Connections to cut: none, those of transactions, or all. */
  cut: 'nothing' | 'transactions' | 'everything'
  close: () => Promise<void>
}

const Statement = v.object({ query: v.string(), params: v.optional(v.array(v.unknown()), []) })
const Sent = v.union([v.object({ queries: v.array(Statement) }), Statement])

/** Returns the statements of a round trip. Several form a transaction. */
export function statementsIn(body: string): v.InferOutput<typeof Statement>[] {
  const sent = v.parse(Sent, JSON.parse(body))
  return 'queries' in sent ? sent.queries : [sent]
}

/** Starts a proxy between the worker's driver and its database that counts round trips. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const [host = '127.0.0.1', port = ''] = target.split(':')
  const counted: Omit<CountingProxy, 'address' | 'close'> = {
    roundTrips: 0,
    durations: [],
    last: null,
    cut: 'nothing',
  }
  const server = createServer((request, response) => {
    counted.roundTrips += 1
    if (counted.cut === 'everything') return void request.destroy()
    const startedAt = performance.now()
    response.on('finish', () => counted.durations.push(performance.now() - startedAt))
    const { method, url, headers } = request
    const upstream = forward({ host, port, method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      counted.last = { body: Buffer.concat(parts).toString(), headers }
    })
    request.pipe(upstream)
  })
  // Transactions use a WebSocket, whose bytes are passed on unchanged.
  server.on('upgrade', (request, socket, head) => {
    if (counted.cut !== 'nothing') return void socket.destroy()
    const upstream = connect(Number(port), host)
    const lines = [`${request.method} ${request.url} HTTP/1.1`]
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`)
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket)
    socket.pipe(upstream)
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
  })
  const bound = await listen(server, 0, 'The counting proxy')
  return Object.assign(counted, {
    address: `127.0.0.1:${bound}`,
    close: () => closeServer(server),
  })
}
