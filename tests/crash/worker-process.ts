/** The worker's code in its own process, without the Workers runtime: it starts fast and can be killed with SIGKILL. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listen, readBody } from '#dev/lib/http.ts'
import { servePart } from '#dev/lib/child-process.ts'
import { createApp } from '#worker/app.ts'
import { compose } from '#worker/compose.ts'
import { readEnvironment } from '#worker/env.ts'
import { runCron } from '#worker/jobs/run-cron.ts'

servePart<{ bindings: Record<string, string>; port: number }>(async ({ bindings, port: wanted }) => {
  const env = readEnvironment(bindings)
  const contextFor = compose(env)
  const later = (work: Promise<unknown>) => void work.catch((error: unknown) => console.error(error))
  const nothing = async () => new Response(null, { status: 404 })
  const app = createApp(env, {
    shell: nothing,
    assets: nothing,
    images: { resize: nothing },
    cache: { match: async () => undefined, put: async () => undefined },
    readLimiter: undefined,
    signLimiter: undefined,
    addLimiter: undefined,
    contextFor,
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/cron') {
      await runCron(contextFor('cron', later), 0)
      response.end('ok')
      return
    }
    const body = await readBody(request)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string') headers.set(name, value)
    }
    const reply = await app.fetch(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      }),
      {},
      { waitUntil: later, passThroughOnException: () => undefined, props: {} },
    )
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(Buffer.from(await reply.arrayBuffer()))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  const port = await listen(server, wanted, 'The worker')
  return { detail: String(port), close: () => closeServer(server) }
})
