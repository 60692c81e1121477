import type { MiddlewareHandler } from 'hono'
import { errorFacts } from '#contract/words/error-facts.ts'

export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

/**
 * Returns the caller's request id if it is well-formed, otherwise a new one. It appears in the response, in errors and
 * in the log.
 */
export function requestIdOf(request: Request): string {
  const header = request.headers.get('x-request-id')
  return header !== null && /^[\w-]{8,64}$/.test(header) ? header : crypto.randomUUID()
}

/**
 * Logs one structured line per request, without query, body and headers, so that the log contains no secrets and
 * addresses.
 */
export function observe(logFor: (requestId: string) => Log): MiddlewareHandler {
  return async (http, next) => {
    const requestId = requestIdOf(http.req.raw)
    http.set('requestId', requestId)
    const startedAt = Date.now()
    await next()
    http.res.headers.set('x-request-id', requestId)
    const log = logFor(requestId)
    const facts = {
      method: http.req.method,
      route: http.req.routePath,
      status: http.res.status,
      ms: Date.now() - startedAt,
    }
    log.info('request', facts)
    if (http.error !== undefined && http.res.status >= 500) {
      log.error('request_failed', { ...facts, ...errorFacts(http.error) })
    }
  }
}
