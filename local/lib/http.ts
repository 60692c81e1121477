import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { StackError } from './stack-error.ts'

/** Reads a request body. @throws Error if the body is larger than `limit` bytes */
export async function readBody(request: IncomingMessage, limit = 1024 * 1024): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array)
    size += bytes.length
    if (size > limit) throw new Error(`The body is larger than ${limit} bytes.`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** True if the request is from a page of this server or not from a page. Other sites must not trigger actions here. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  return origin === undefined || origin === `http://${host}`
}

/** Listens on loopback and returns the port; 0 lets the system choose one. */
export function listen(server: Server, port: number, part: string): Promise<number> {
  // Longer than clients keep idle connections, even with a busy event loop. Otherwise a client may send on a closed
  // connection.
  server.keepAliveTimeout = 120_000
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new StackError(`${part} cannot listen on port ${port}: ${error.message}.`)),
    )
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

export function closeServer(server: Server): Promise<void> {
  const closure = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closure
}
