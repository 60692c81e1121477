import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Database } from '#db/executor.ts'
import { closeServer, listen } from '#local/lib/http.ts'
import type { Log } from '#local/lib/log.ts'
import { createApp } from '#worker/app.ts'
import { compose } from '#worker/compose.ts'
import { frameService } from '#worker/platform.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { runCron } from '#worker/jobs/run-cron.ts'

const logOf = new AsyncLocalStorage<Log>()

/**
 * The worker writes to the console. Several workers run in this process, so each line is added to the log of the worker
 * that wrote it.
 */
for (const method of ['log', 'warn', 'error'] as const) {
  const print = console[method].bind(console)
  console[method] = (...parts: unknown[]) => {
    const log = logOf.getStore()
    if (log === undefined) print(...parts)
    else log(parts.map(String).join(' '))
  }
}

/**
 * Runs the worker's code in this process, without the Workers runtime: API and cron on a loopback port, started in
 * milliseconds. Features of the runtime (client files and pages, resized pictures, edge cache, rate limits) are
 * missing. `database` may replace the database of a call.
 */
export async function serveWorker(
  bindings: Record<string, string>,
  port: number,
  log: Log,
  database?: (database: Database, url: string) => Database,
): Promise<{ port: number; close: () => Promise<void> }> {
  const env = readEnvironment(bindings)
  const composed = compose(env)
  const contextFor: typeof composed = (...call) => {
    const context = composed(...call)
    return database === undefined ? context : { ...context, db: database(context.db, env.DATABASE_URL) }
  }
  const pending = new Set<Promise<unknown>>()
  const later = (work: Promise<unknown>) => {
    const settled = work.catch((error: unknown) => log(String(error))).finally(() => pending.delete(settled))
    pending.add(settled)
  }
  const nothing = async () => new Response(null, { status: 404 })
  const app = createApp(env, {
    shell: nothing,
    assets: nothing,
    images: { resize: nothing },
    frames: frameService(env.FRAMES_URL),
    cache: { match: async () => undefined, put: async () => undefined },
    readLimiter: undefined,
    keyLimiter: undefined,
    signLimiter: undefined,
    addLimiter: undefined,
    requestEvents: undefined,
    figures: null,
    live: null,
    contextFor,
  })

  async function answer(request: Request): Promise<Response> {
    // The Workers runtime's own URL for scheduled events.
    if (new URL(request.url).pathname === '/cdn-cgi/local/scheduled') {
      await runCron(contextFor(crypto.randomUUID(), later), env.CRON_BUDGET_MS)
      return new Response('ok')
    }
    return app.fetch(request, {}, { waitUntil: later, passThroughOnException: () => undefined, props: {} })
  }

  const server = createServer(
    getRequestListener((request) => logOf.run(log, () => answer(request)), { overrideGlobalObjects: false }),
  )
  return {
    port: await listen(server, port, 'The worker'),
    close: async () => {
      await closeServer(server)
      await Promise.all(pending)
    },
  }
}
