import { createHash } from 'node:crypto'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { operations } from '#worker/contract/operations.ts'
import type { Operation } from '#worker/contract/operations/operation.ts'
import type { EdgeCache } from './edge-cache.ts'

/** How long a stale answer may be served while it is refreshed, in multiples of its freshness. */
const staleFactor = 5
const keptAt = 'x-kept-at'

/** Names of the parameters of a call. */
function parametersOf({ query }: Operation): ReadonlySet<string> {
  const entries: unknown = query === undefined ? {} : Reflect.get(query, 'entries')
  return new Set(Object.keys(Object(entries)))
}

const all: Operation[] = Object.values(operations)
const shared = new Map(
  all.filter((operation) => operation.shared === true).map((one) => [one.path, parametersOf(one)]),
)

/** A reader that has just seen an event wants a copy that has it: readers of the same event share one. */
const positionPattern = /^[1-9][0-9]{0,14}$/

/** One key per query: known parameters only and in order, so that callers cannot multiply the entries. */
function keyOf({ url: address, headers }: Request, known: ReadonlySet<string>): string {
  const url = new URL(address)
  for (const name of new Set(url.searchParams.keys())) if (!known.has(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  const position = headers.get('opx-position') ?? ''
  if (positionPattern.test(position)) url.searchParams.set('opx-position', position)
  url.hash = ''
  return url.toString()
}

const etagOf = (text: string) => `W/"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`

/** The answer for a browser, which may keep it and revalidates it each time (RFC 9110, section 13). */
function answer(request: Request, body: string, etag: string): Response {
  const headers = { 'cache-control': 'public, max-age=0, must-revalidate', etag }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}

export interface PublicReads<E extends Env> {
  cache: EdgeCache
  /** How long an answer is served from the cache; 0 disables caching. */
  freshSeconds: number
  /** Whether a request has a token that we have issued; any other token is ignored. */
  hasSession: (http: Context<E>) => Promise<boolean>
  /** Computes a fresh answer to a request. */
  renew: (request: Request, waitUntil: (work: Promise<unknown>) => void) => Promise<unknown>
}

/**
 * Reads that are the same for everyone: an ETag, and a copy at the edge that is fresh for seconds and served stale for a few more
 * while it is refreshed. Cookies are ignored. A request with a session always reads the database, so that users see their own
 * changes at once. `opx-position` names an event that the answer must have.
 */
export function publicReads<E extends Env>({
  cache,
  freshSeconds,
  hasSession,
  renew,
}: PublicReads<E>): MiddlewareHandler<E> {
  const renewing = new Set<string>()
  const renewals = new WeakSet<Request>()
  const freshMs = freshSeconds * 1000
  return async (http, next) => {
    const request = http.req.raw
    const known = request.method === 'GET' ? shared.get(http.req.path) : undefined
    if (known === undefined || (await hasSession(http))) return next()
    const key = keyOf(request, known)
    const kept = freshMs === 0 || renewals.has(request) ? undefined : await cache.match(key)
    const age = kept === undefined ? Number.POSITIVE_INFINITY : Date.now() - Number(kept.headers.get(keptAt))
    if (kept !== undefined && age < freshMs * staleFactor) {
      if (age >= freshMs && !renewing.has(key)) {
        renewing.add(key)
        const again = new Request(key)
        renewals.add(again)
        const waitUntil = (work: Promise<unknown>) => http.executionCtx.waitUntil(work)
        waitUntil(renew(again, waitUntil).finally(() => renewing.delete(key)))
      }
      return answer(request, await kept.text(), kept.headers.get('etag') ?? '')
    }
    await next()
    if (http.res.status !== 200) return
    const body = await http.res.text()
    const etag = etagOf(body)
    if (freshMs > 0) {
      const lifetime = Math.ceil((freshMs * staleFactor) / 1000)
      const headers = { 'cache-control': `public, max-age=${lifetime}`, etag, [keptAt]: String(Date.now()) }
      http.executionCtx.waitUntil(cache.put(key, new Response(body, { headers })))
    }
    http.res = undefined
    http.res = answer(request, body, etag)
  }
}
