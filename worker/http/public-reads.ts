import { createHash } from 'node:crypto'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import type { EdgeCache } from './edge-cache.ts'
import { type Copy, edgeCopies } from './edge-copies.ts'
import { onceAtATime } from './once-at-a-time.ts'
import { textOf } from './reply-text.ts'
import { entriesOf } from './schema-entries.ts'

/** Returns the names of the parameters of a call. */
const parametersOf = ({ query }: Operation): ReadonlySet<string> => new Set(Object.keys(entriesOf(query)))

const everyOperation: Operation[] = Object.values(operations)
const sharedReads = new Map(
  everyOperation
    .filter((operation) => operation.shared === true)
    .map((operation) => [operation.path, parametersOf(operation)]),
)

/** Format of the position of an event that a reader has already seen. The cached copy must contain that event. */
const positionPattern = /^[1-9][0-9]{0,14}$/

/** Matches an address with at most one parameter, and only with characters that have a single spelling. */
const plainAddress = /^[^?#]*(?:\?([\w-]+)=[\w-]+)?$/

/**
 * Returns the address with known parameters only, in a fixed order, so that callers cannot multiply the cache entries.
 */
function commonKey(address: string, names: ReadonlySet<string>): string {
  // Shortcut: parsing and serializing an address takes a twentieth of the time of a small read.
  const [whole, name] = plainAddress.exec(address) ?? []
  if (whole !== undefined && (name === undefined || names.has(name))) return whole
  const url = new URL(address)
  for (const parameter of new Set(url.searchParams.keys()))
    if (!names.has(parameter)) url.searchParams.delete(parameter)
  url.searchParams.sort()
  url.hash = ''
  return url.toString()
}

function positionOf({ headers }: Request): number {
  const name = headers.get('opx-position') ?? ''
  return positionPattern.test(name) ? Number(name) : 0
}

/**
 * Returns the end of the event log, as far as this isolate knows it. Callers can name any position. A position that
 * does not exist yet counts as the newest, so that nobody can use it to bypass the cache.
 */
function createLogEnd() {
  const once = onceAtATime<void>()
  let newest = 0
  return {
    newest: () => newest,
    async clamp(
      position: number,
      readNewest: () => Promise<number>,
      outlive: (work: Promise<unknown>) => void,
    ): Promise<number> {
      async function refresh(): Promise<void> {
        // While the database is unavailable, stale copies are better than nothing.
        newest = Math.max(newest, await readNewest().catch(() => 0))
      }
      if (position <= newest) return position
      const { hasJoined } = await once('newest', refresh, outlive)
      // The joined read may have begun before the event that the caller has seen.
      if (hasJoined && position > newest) await once('newest', refresh, outlive)
      return Math.min(position, newest)
    },
  }
}

const etagOf = (text: string) => `W/"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`

/** Returns the answer for a browser, which may cache it and revalidates it each time (RFC 9110, section 13). */
function answer(request: Request, { body, etag }: Copy): Response {
  const headers = { 'cache-control': 'public, max-age=0, must-revalidate', etag }
  const tags = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  if (tags.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}

export interface PublicReads<E extends Env> {
  cache: EdgeCache
  /** Seconds for which the cache serves an answer; 0 disables caching. */
  freshSeconds: number
  /** True if a request has a token that we have issued. Any other token is ignored. */
  hasSession: (http: Context<E>) => Promise<boolean>
  /** Returns the position of the newest event in the log. */
  readNewest: (http: Context<E>) => Promise<number>
  /** Computes a fresh answer to a request. */
  renew: (request: Request, waitUntil: (work: Promise<unknown>) => void) => Promise<unknown>
}

/**
 * Serves reads that are the same for everyone, with an ETag. A copy at the edge is fresh for seconds, and served stale
 * a little longer while it is refreshed. Simultaneous misses of an isolate share one answer. Cookies are ignored. A
 * request with a session always reads the database, so that users see their own changes immediately. `opx-position`
 * names an event that the answer must contain: an older copy is replaced.
 */
export function publicReads<E extends Env>({
  cache,
  freshSeconds,
  hasSession,
  readNewest,
  renew,
}: PublicReads<E>): MiddlewareHandler<E> {
  const renewalKeys = new Set<string>()
  const renewals = new WeakSet<Request>()
  const copies = edgeCopies(cache, freshSeconds * 1000)
  const once = onceAtATime<Copy | null>()
  const log = createLogEnd()

  async function findCopy(key: string, position: number) {
    const hit = await copies.find(key)
    return hit !== null && hit.copy.position >= position ? hit : null
  }

  return async (http, next) => {
    const request = http.req.raw
    const names = request.method === 'GET' ? sharedReads.get(http.req.path) : undefined
    if (names === undefined || (await hasSession(http))) return next()
    const key = commonKey(request.url, names)
    const waitUntil = (work: Promise<unknown>) => http.executionCtx.waitUntil(work)
    const isRenewal = renewals.has(request)
    const usesCopies = freshSeconds !== 0 && !isRenewal
    const position = usesCopies ? await log.clamp(positionOf(request), () => readNewest(http), waitUntil) : 0
    const hit = usesCopies ? await findCopy(key, position) : null
    if (hit !== null) {
      if (!hit.isFresh && !renewalKeys.has(key)) {
        renewalKeys.add(key)
        const canonical = new Request(key)
        renewals.add(canonical)
        waitUntil(renew(canonical, waitUntil).finally(() => renewalKeys.delete(key)))
      }
      return answer(request, hit.copy)
    }

    let wasComputed = false
    async function compute(): Promise<Copy | null> {
      wasComputed = true
      const newest = log.newest()
      await next()
      if (http.res.status !== 200) return null
      const body = await textOf(http.res)
      return { body, etag: etagOf(body), position: newest }
    }
    /** Returns the copy that another request may have cached since this one checked, or computes the answer. */
    async function findOrCompute(): Promise<Copy | null> {
      const hit = isRenewal ? null : await findCopy(key, position)
      return hit === null ? compute() : hit.copy
    }
    // Requests join this read until the cache contains the copy. If caching is disabled, each request reads separately.
    const { result, hasJoined } =
      freshSeconds === 0
        ? { result: await compute(), hasJoined: false }
        : await once(`${position} ${key}`, findOrCompute, waitUntil, async (copy) => {
            if (copy !== null && wasComputed) await copies.keep(copy, key)
          })
    // A refusal only applies to the request that received it.
    if (result === null) return hasJoined ? next() : undefined
    http.res = undefined
    http.res = answer(request, result)
  }
}
