import type { Hono } from 'hono'
import * as v from 'valibot'
import { ErrorCode } from '#contract/schemas/errors.ts'
import { EventPosition, EventsQuery } from '#contract/schemas/events.ts'
import { livePath } from '#contract/limits/live.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { EventStreams, type StreamStart } from '#worker/domain/event/streams.ts'
import { queryOf } from '#worker/http/query.ts'
import { callerNetwork } from '#worker/http/rate-limit.ts'
import { parsePart } from '#worker/http/validate.ts'
import type { AppEnv } from './app-env.ts'

/** The Durable Objects that manage sockets and streams; null if the runtime has none. */
export interface LivePlatform {
  /** Opens a WebSocket for a reader in this network. */
  connect(network: string): Promise<Response>
  stream(network: string, start: StreamStart): Promise<Response>
}

const Refused = v.object({ code: ErrorCode, detail: v.string() })

/** Interval at which a stream reads the log if there are no Durable Objects. */
const pollMs = 2000

/** Throws the refusal in a Durable Object's response as one of ours. */
async function orRefuse(response: Response): Promise<Response> {
  if (response.status < 400) return response
  const { code, detail } = v.parse(Refused, await response.json())
  throw new Refusal(code, detail)
}

/** Serves live events: a WebSocket for pages, and server-sent events for programs. */
export function liveRoutes(app: Hono<AppEnv>, live: LivePlatform | null, origins: string[]) {
  const streams = new EventStreams(pollMs)

  app.get(livePath, async (http) => {
    if (live === null)
      throw new Refusal(
        'not_found',
        'WebSockets are not available here. GET /api/events returns the same events.',
      )
    if (http.req.header('upgrade')?.toLowerCase() !== 'websocket')
      throw new Refusal('validation_failed', 'Open this address as a WebSocket.')
    const origin = http.req.header('origin')
    if (origin !== undefined && !origins.includes(origin))
      throw new Refusal('forbidden', 'Pages of other sites cannot open this socket.')
    const response = await orRefuse(await live.connect(callerNetwork(http)))
    // The headers of the object's response are immutable. `webSocket` is a field of the platform.
    const init: ResponseInit & { webSocket: unknown } = {
      status: 101,
      webSocket: 'webSocket' in response ? response.webSocket : null,
    }
    return new Response(null, init)
  })

  app.get('/api/events', async (http, next) => {
    if (http.req.header('accept')?.includes('text/event-stream') !== true) return next()
    const { topics, after, ledger } = parsePart(EventsQuery, queryOf(http.req))
    const lastId = http.req.header('last-event-id')
    const resumeAfter = lastId === undefined ? after : parsePart(EventPosition, lastId)
    const start = { topics, after: resumeAfter, ledger }
    const network = callerNetwork(http)
    const response = await orRefuse(
      live === null
        ? await streams.open(network, start, http.var.context)
        : await live.stream(network, start),
    )
    // The headers of the object's response are immutable.
    return new Response(response.body, response)
  })
}
