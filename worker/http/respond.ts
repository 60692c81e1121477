import { describe } from './problems.ts'

const json = (body: unknown, status: number, type: string, headers: Record<string, string>) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...headers },
  })

/** Answer to anything thrown, as problem details. */
export function problemResponse(error: unknown, requestId: string): Response {
  const { problem } = describe(error, requestId)
  const headers: Record<string, string> = {}
  if (problem.status === 429) headers['retry-after'] = '30'
  if (problem.status === 401) headers['www-authenticate'] = 'Bearer'
  return json(problem, problem.status, 'application/problem+json', headers)
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
  return json(body, byRules ? 200 : problem.status, 'application/json', {})
}
