import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { StackError } from '#dev/lib/stack-error.ts'

/** @throws Error when the body is larger than `limit` bytes */
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

/** Whether a page of this very server sent it, or no page at all: a page elsewhere must not press buttons here. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  return origin === undefined || origin === `http://${host}`
}

/** Listens on loopback and answers the port, which the system chooses when 0 is given. */
export function listen(server: Server, port: number, part: string): Promise<number> {
  // Longer than any client keeps an idle connection, even one whose event loop was busy drawing: else it sends into a closed one.
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
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}
