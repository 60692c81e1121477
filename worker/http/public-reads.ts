import { createHash } from 'node:crypto'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { operations } from '#worker/contract/operations.ts'
import type { Operation } from '#worker/contract/operations/operation.ts'
import type { EdgeCache } from './edge-cache.ts'
import { type Copy, edgeCopies } from './edge-copies.ts'
import { onceAtATime } from './once-at-a-time.ts'
import { textOf } from './reply-text.ts'
import { entriesOf } from './schema-entries.ts'

/** Names of the parameters of a call. */
const parametersOf = ({ query }: Operation): ReadonlySet<string> => new Set(Object.keys(entriesOf(query)))

const all: Operation[] = Object.values(operations)
const shared = new Map(
  all.filter((operation) => operation.shared === true).map((one) => [one.path, parametersOf(one)]),
)

/** A reader that has just seen an event wants a copy that has it: readers of the same event share one. */
const positionPattern = /^[1-9][0-9]{0,14}$/

/** At most one parameter, and nothing that could be written in another way. */
const plainAddress = /^[^?#]*(?:\?([\w-]+)=[\w-]+)?$/

/** Known parameters only and in order, so that callers cannot multiply the entries of the cache. */
function commonKey(address: string, known: ReadonlySet<string>): string {
  // Parsing an address and writing it again is a twentieth of what a small read costs.
  const [whole, name] = plainAddress.exec(address) ?? []
  if (whole !== undefined && (name === undefined || known.has(name))) return whole
  const url = new URL(address)
  for (const given of new Set(url.searchParams.keys())) if (!known.has(given)) url.searchParams.delete(given)
  url.searchParams.sort()
  url.hash = ''
  return url.toString()
}

/** One key per query. Copies that have an event are kept apart, because anyone can name a position, also one that does not exist yet. */
function keysOf({ url: address, headers }: Request, known: ReadonlySet<string>) {
  const common = commonKey(address, known)
  const named = headers.get('opx-position') ?? ''
  if (!positionPattern.test(named)) return { common, key: common, position: null }
  const url = new URL(common)
  url.searchParams.set('opx-position', named)
  return { common, key: url.toString(), position: named }
}

const etagOf = (text: string) => `W/"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`

/** The answer for a browser, which may keep it and revalidates it each time (RFC 9110, section 13). */
function answer(request: Request, { body, etag }: Copy): Response {
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
 * while it is refreshed. Simultaneous misses of an isolate share one answer. Cookies are ignored. A request with a session always
 * reads the database, so that users see their own changes at once. `opx-position` names an event that the answer must have.
 */
export function publicReads<E extends Env>({
  cache,
  freshSeconds,
  hasSession,
  renew,
}: PublicReads<E>): MiddlewareHandler<E> {
  const renewing = new Set<string>()
  const renewals = new WeakSet<Request>()
  const copies = edgeCopies(cache, freshSeconds * 1000)
  const once = onceAtATime<Copy | null>()

  return async (http, next) => {
    const request = http.req.raw
    const known = request.method === 'GET' ? shared.get(http.req.path) : undefined
    if (known === undefined || (await hasSession(http))) return next()
    const { common, key, position } = keysOf(request, known)
    const waitUntil = (work: Promise<unknown>) => http.executionCtx.waitUntil(work)
    const isRenewal = renewals.has(request)
    const kept = freshSeconds === 0 || isRenewal ? null : await copies.find(key)
    if (kept !== null) {
      if (!kept.isFresh && !renewing.has(key)) {
        renewing.add(key)
        const again = new Request(common, { headers: position === null ? {} : { 'opx-position': position } })
        renewals.add(again)
        waitUntil(renew(again, waitUntil).finally(() => renewing.delete(key)))
      }
      return answer(request, kept.copy)
    }

    let computed = false
    async function compute(): Promise<Copy | null> {
      computed = true
      await next()
      if (http.res.status !== 200) return null
      const body = await textOf(http.res)
      return { body, etag: etagOf(body) }
    }
    /** Another request may have kept a copy since this one looked. */
    async function findOrCompute(): Promise<Copy | null> {
      const found = isRenewal ? null : await copies.find(key)
      return found === null ? compute() : found.copy
    }
    // Joined until the copy can be found in the cache; without copies each request reads for itself.
    const { result, joined } =
      freshSeconds === 0
        ? { result: await compute(), joined: false }
        : await once(key, findOrCompute, waitUntil, async (copy) => {
            // An answer that has an event is as good for everyone else: then others need not ask the database as well.
            if (copy !== null && computed) await copies.keep(copy, new Set([key, common]))
          })
    // A refusal belongs to the request that got it.
    if (result === null) return joined ? next() : undefined
    http.res = undefined
    http.res = answer(request, result)
  }
}
