import { Refusal } from '#worker/contract/refusal.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'

export interface TransportSettings {
  /** JSON-RPC addresses, the preferred one first. */
  urls: string[]
  timeoutMs: number
  fetch: typeof fetch
}

/** A server's own refusal (`lgrNotFound`, `txnNotFound` ...): an answer, not a failure. */
export class RpcError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Errors that mean "ask another server": this one is overloaded, behind, or not in the network. */
const tryNextServer = new Set([
  'noNetwork',
  'noCurrent',
  'noClosed',
  'tooBusy',
  'slowDown',
  'internal',
  'notReady',
])

async function ask(
  url: string,
  method: string,
  params: Fields,
  settings: TransportSettings,
): Promise<Fields> {
  const reply = await settings.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method, params: [params] }),
    signal: AbortSignal.timeout(settings.timeoutMs),
  })
  if (!reply.ok) throw new Error(`HTTP ${reply.status}`)
  const body: unknown = await reply.json()
  const result = typeof body === 'object' && body !== null ? Reflect.get(body, 'result') : undefined
  if (typeof result !== 'object' || result === null) throw new Error('no result in the answer')
  const error = Reflect.get(result, 'error')
  if (typeof error === 'string' && tryNextServer.has(error)) throw new Error(error)
  if (typeof error === 'string') throw new RpcError(error)
  return Object.fromEntries(Object.entries(result))
}

/**
 * `elsewhere`: refusals that another server may not give (it has more history): all are asked before one is accepted. `isGood`:
 * the other servers are asked for a better reply where it is false; without one, the first reply counts.
 */
export type Rpc = (
  method: string,
  params: Fields,
  elsewhere?: string[],
  isGood?: (result: Fields) => boolean,
) => Promise<Fields>

/**
 * JSON-RPC with failover: tries the endpoints in turn, two rounds, with a short growing pause with jitter.
 * Throws RpcError for a server's own refusal and Refusal('ledger_unavailable') when no server answers.
 */
export function createRpc(settings: TransportSettings): Rpc {
  // Keeps the endpoint that answered last, as long as it answers.
  let preferred = 0
  return async (method, params, elsewhere = [], isGood = () => true) => {
    let refused: RpcError | null = null
    let poor: Fields | null = null
    let refusals = 0
    const rounds = settings.urls.length * 2
    let last: unknown
    for (let attempt = 0; attempt < rounds; attempt += 1) {
      const turn = (preferred + attempt) % settings.urls.length
      const url = settings.urls[turn]
      if (url === undefined) break
      try {
        const result = await ask(url, method, params, settings)
        if (!isGood(result)) {
          poor ??= result
          refusals += 1
          if (refusals >= settings.urls.length) return poor
          continue
        }
        preferred = turn
        return result
      } catch (error) {
        if (error instanceof RpcError) {
          refused = error
          refusals += 1
          if (refusals >= settings.urls.length && poor !== null) return poor
          if (!elsewhere.includes(error.code) || refusals >= settings.urls.length) throw error
          continue
        }
        last = error
        await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt * (0.5 + Math.random())))
      }
    }
    if (poor !== null) return poor
    if (refused !== null) throw refused
    throw new Refusal(
      'ledger_unavailable',
      'The ledger cannot be reached at the moment. Please try again shortly.',
      {
        cause: last,
      },
    )
  }
}
