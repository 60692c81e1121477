import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listen, readBody } from '#local/lib/http.ts'
import { type Gate, Killed } from './gate.ts'

export interface Line {
  url: string
  close: () => Promise<void>
}

/**
 * Starts a proxy to an HTTP service. Each call passes two points of the gate: before the request arrives, and before
 * the reply does.
 */
export async function startLine(
  target: string,
  gate: Gate,
  /** Returns the name of a call to count; null for a call that changes nothing. */
  nameOf: (request: IncomingMessage, body: string) => string | null,
): Promise<Line> {
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readBody(request)).toString('utf8')
    const name = nameOf(request, body)
    if (name !== null) await gate.pass(`before ${name}`)
    const reply = await fetch(`${target}${request.url ?? '/'}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([key, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(key)
          ? [[key, value] as [string, string]]
          : [],
      ),
      ...(body === '' ? {} : { body }),
    })
    const text = await reply.text()
    if (name !== null) await gate.pass(`after ${name}`)
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' })
    response.end(text)
  }
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => {
      if (!(error instanceof Killed)) response.statusCode = 502
      response.destroy()
    })
  })
  const port = await listen(server, 0, 'A line')
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) }
}
