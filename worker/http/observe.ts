import type { MiddlewareHandler } from 'hono'
import { operations } from '#contract/operations.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { prefersAsync } from './identity.ts'
import { describe } from './problems.ts'
import type { createCounter } from './count-requests.ts'

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

/** Routes whose calls wait until a person has signed, unless the caller prefers otherwise. */
const signingRoutes = new Set<string>(
  Object.values(operations).flatMap((operation) => ('asksForSignature' in operation ? [operation.path] : [])),
)

/**
 * Logs one structured line per request, without query, body and headers, so that the log contains no secrets and
 * addresses. With a dataset of Workers Analytics Engine, it also writes one event: route, method and problem code, with
 * status and milliseconds, and `count` counts it.
 */
export function observe(
  logFor: (requestId: string) => Log,
  requestEvents: AnalyticsEngineDataset | undefined,
  count: ReturnType<typeof createCounter> | undefined,
): MiddlewareHandler {
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
    const code = http.error === undefined ? '' : describe(http.error, requestId).problem.code
    requestEvents?.writeDataPoint({
      indexes: [facts.route],
      blobs: [facts.route, facts.method, code],
      doubles: [facts.status, facts.ms],
    })
    count?.(
      {
        kind: ['GET', 'HEAD'].includes(facts.method) ? 'read' : 'write',
        code: code === '' ? 'none' : code,
        ms: signingRoutes.has(facts.route) && !prefersAsync(http) ? null : facts.ms,
      },
      (work) => http.executionCtx.waitUntil(work),
    )
    if (http.error !== undefined && http.res.status >= 500) {
      log.error('request_failed', { ...facts, ...errorFacts(http.error) })
    }
  }
}
