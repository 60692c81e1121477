import type { Problem } from '#worker/contract/errors.ts'
import { describe } from './problems.ts'

const json = (body: unknown, status: number, type: string, headers: Record<string, string>) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...headers },
  })

/** Seconds after which an answer of that status may be another one. */
export const retryAfter: Partial<Record<number, string>> = { 429: '30', 503: '10' }

function headersFor({ status, code }: Problem): Record<string, string> {
  const seconds = retryAfter[status]
  // RFC 9470: the token is right, but the sign-in behind it too old.
  const challenge =
    code === 'fresh_sign_in_required'
      ? 'Bearer error="insufficient_user_authentication", max_age=3600'
      : 'Bearer'
  return {
    ...(seconds === undefined ? {} : { 'retry-after': seconds }),
    ...(status === 401 ? { 'www-authenticate': challenge } : {}),
  }
}

/** Answer to anything thrown, as problem details. */
export function problemResponse(error: unknown, requestId: string): Response {
  const { problem } = describe(error, requestId)
  return json(problem, problem.status, 'application/problem+json', headersFor(problem))
}

/**
 * Answer to anything thrown in a call whose contract has `status`: `{status: "failed", data, code, requestId}`. A refusal
 * by the rules of the market is a 200, as the contract wants it; identity, validation and limits keep their 4xx.
 */
export function failedResponse(error: unknown, requestId: string): Response {
  const { problem, byRules } = describe(error, requestId)
  const body = {
    status: 'failed',
    data:
      problem.errors === undefined
        ? problem.detail
        : [
            problem.detail,
            ...problem.errors
              // What the detail says already is not said twice.
              .filter((e) => e.path !== 'expectedAmount' && e.message !== problem.detail)
              .map((e) => `${e.path}: ${e.message}`),
          ].join(' '),
    code: problem.code,
    requestId,
  }
  return json(body, byRules ? 200 : problem.status, 'application/json', byRules ? {} : headersFor(problem))
}
