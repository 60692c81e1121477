import { describe, type Described } from './problems.ts'

const jsonResponse = (body: unknown, status: number, type: string, headers: Record<string, string>) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...headers },
  })

/** Returns the headers of a refusal, for both forms of replies. */
function headersOf({ problem, retryAfterSeconds, costDrops }: Described): Record<string, string> {
  // RFC 9470: the token is valid, but its sign-in is too old.
  const challenge =
    problem.code === 'fresh_sign_in_required'
      ? 'Bearer error="insufficient_user_authentication", max_age=3600'
      : 'Bearer'
  return {
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(costDrops === null ? {} : { 'opx-cost': String(costDrops) }),
    ...(problem.status === 401 ? { 'www-authenticate': challenge } : {}),
  }
}

/** Returns the response to any error, as problem details. */
export function problemResponse(error: unknown, requestId: string): Response {
  const description = describe(error, requestId)
  const { problem } = description
  return jsonResponse(problem, problem.status, 'application/problem+json', headersOf(description))
}

/**
 * Returns the response to any error in a call whose contract has `status`: `{status: "failed", data, code, requestId}`.
 * A refusal by the marketplace's rules is a 200, as the contract says; identity, validation and limits use 4xx.
 */
export function failedResponse(error: unknown, requestId: string): Response {
  const description = describe(error, requestId)
  const { problem, byRules } = description
  const price = problem.errors?.find(({ path }) => path === 'expectedAmount')?.message
  const body = {
    status: 'failed',
    data:
      problem.errors === undefined
        ? problem.detail
        : [
            problem.detail,
            ...problem.errors
              // Omits errors that repeat the detail.
              .filter((e) => e.path !== 'expectedAmount' && e.message !== problem.detail)
              .map((e) => `${e.path}: ${e.message}`),
          ].join(' '),
    code: problem.code,
    requestId,
    ...(price === undefined ? {} : { expectedAmount: price }),
    ...(problem.rows === undefined ? {} : { rows: problem.rows }),
  }
  return jsonResponse(body, byRules ? 200 : problem.status, 'application/json', headersOf(description))
}
