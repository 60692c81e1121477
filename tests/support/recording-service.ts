import { createServer } from 'node:http'
import { closeServer, listen } from '#local/lib/http.ts'

export interface Asked {
  method: string
  url: string
  headers: Record<string, unknown>
  body: Buffer
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Starts a service that records the requests it receives. */
export async function startRecordingService(answer: (asked: Asked) => Answer) {
  const calls: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: { ...request.headers },
      body: Buffer.concat(chunks),
    }
    calls.push(one)
    const { status = 200, headers = {}, body = '' } = answer(one)
    response.writeHead(status, headers).end(body)
  })
  const port = await listen(server, 0, 'The service')
  return { url: `http://127.0.0.1:${port}`, asked: calls, close: () => closeServer(server) }
}
