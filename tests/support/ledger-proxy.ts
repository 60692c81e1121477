import { createServer } from 'node:http'
import { closeServer, listen } from '#local/lib/http.ts'

export interface LedgerProxy {
  url: string
  /** URL of the real server, set once it is known. */
  target: string
  /** Returns true if a call is passed on. A blocked call is never answered, as with a cut connection. */
  lets: (method: string, params: unknown) => boolean
  /** Changes the server's reply before the worker receives it. */
  alter: (method: string, reply: unknown) => unknown
  /** Number of received calls by method. */
  calls: Map<string, number>
  close: () => Promise<void>
}

function methodOf(body: string): [string, unknown] {
  const json: unknown = JSON.parse(body)
  const method: unknown = Reflect.get(Object(json), 'method')
  const params: unknown = Reflect.get(Object(json), 'params')
  return [String(method), Array.isArray(params) ? params[0] : undefined]
}

/** Starts a proxy between the worker and its ledger that a test can cut. */
export async function startLedgerProxy(): Promise<LedgerProxy> {
  const proxy: Pick<LedgerProxy, 'target' | 'lets' | 'alter' | 'calls'> = {
    target: '',
    lets: () => true,
    alter: (_method, reply) => reply,
    calls: new Map(),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks).toString()
    const [method, params] = methodOf(body)
    proxy.calls.set(method, (proxy.calls.get(method) ?? 0) + 1)
    if (!proxy.lets(method, params)) return
    try {
      const reply = await fetch(proxy.target, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      response.writeHead(reply.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(proxy.alter(method, await reply.json())))
    } catch (error) {
      response.writeHead(502)
      response.end(String(error))
    }
  })
  const port = await listen(server, 0, 'The line to the ledger')
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  })
}
