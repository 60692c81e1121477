import { routes } from './routes.js'

/** An error returned by the site: `code` is for programs (all codes: /api/problems), `message` for people. */
export class OpxError extends Error {
  constructor(status, problem, retryAfter) {
    super(
      problem.detail ??
        problem.message ??
        (typeof problem.data === 'string' ? problem.data : `Status ${status}`),
    )
    this.name = 'OpxError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.problem = problem
    /** Seconds to wait before a retry; null if waiting does not help. */
    this.retryAfter = retryAfter
  }
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function addressOf(site, { path }, { params = {}, query = {} }) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const url = new URL(filled, site)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url
}

function formOf(fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}

/** Creates a client for an OPX site. `key` is an API key or a session token. */
export function createOpx({ site, key, fetch: send = fetch, timeoutMs = 60_000 }) {
  async function call(name, input = {}, { idempotencyKey, signal } = {}) {
    const route = routes[name]
    if (route === undefined) throw new TypeError(`There is no call ${name}.`)
    const { method, asksForSignature } = route
    const headers = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(asksForSignature ? { prefer: 'respond-async' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const body = input.form === undefined ? input.body && JSON.stringify(input.body) : formOf(input.form)
    const limit = AbortSignal.timeout(timeoutMs)
    const response = await send(addressOf(site, route, input), {
      method,
      headers,
      body,
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    })
    const reply = await response.json().catch(() => ({}))
    if (response.ok && reply?.status !== 'failed') return reply
    const retryAfter = Number(response.headers.get('retry-after'))
    throw new OpxError(response.status, reply, retryAfter > 0 ? retryAfter : null)
  }

  /**
   * Waits until a request is signed and its result is on the ledger. Throws OpxError if it was rejected, failed or expired.
   */
  async function outcome(uuid, { everyMs = 2000, signal } = {}) {
    for (;;) {
      const reply = await call('checkSignRequest', { params: { uuid } }, { signal })
      if (reply.status === 'success') return reply
      await wait(everyMs)
    }
  }

  return { call, outcome }
}
