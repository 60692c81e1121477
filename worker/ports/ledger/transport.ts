import * as v from 'valibot'
import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import type { ServerProblem } from '#worker/ledger/server-health.ts'

export interface TransportSettings {
  /** JSON-RPC addresses in order of preference. */
  urls: string[]
  timeoutMs: number
  fetch: typeof fetch
}

/** An error that the server itself returned (`lgrNotFound`, `txnNotFound` ...): an answer, not a failure. */
export class RpcError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Errors that require another server: this one is overloaded, behind, or disconnected from the network. */
const tryNextServer = new Set([
  'noNetwork',
  'noCurrent',
  'noClosed',
  'tooBusy',
  'slowDown',
  'internal',
  'notReady',
  'notSynced',
  'amendmentBlocked',
])

export const ledgerUnavailable = sentence(
  'The ledger cannot be reached at the moment. Please try again shortly.',
)

const Reply = v.object({ result: v.record(v.string(), v.unknown()) })

/**
 * Sends one request to one server. Throws RpcError for an error reply, and another error if the server does not answer
 * properly.
 */
export async function ask(
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
  const body = v.safeParse(Reply, await reply.json())
  if (!body.success) throw new Error('no result in the answer')
  const { result } = body.output
  const { error } = result
  if (typeof error === 'string' && tryNextServer.has(error)) throw new Error(error)
  if (typeof error === 'string') throw new RpcError(error)
  return result
}

/**
 * Sends a request to the servers in turn. `historyErrors`: errors that another server may not return because it has
 * more history; accepted only after all servers were tried. `isGood`: if it returns false, the other servers are tried
 * for a better reply; by default the first reply is accepted.
 */
export type Rpc = (
  method: string,
  params: Fields,
  elsewhere?: string[],
  isGood?: (result: Fields) => boolean,
) => Promise<Fields>

/**
 * Returns two groups of servers: first the healthy ones, or, if there are none, those that are behind; then those to
 * use only if the first group does not answer. Excludes servers of another network.
 */
function inRotation(
  urls: string[],
  preferredUrl: string | null,
  problems: ReadonlyMap<string, ServerProblem>,
) {
  const orderedUrls = urls.toSorted((a, b) => Number(b === preferredUrl) - Number(a === preferredUrl))
  const hasProblem = (problem: ServerProblem | undefined) =>
    orderedUrls.filter((url) => problems.get(url) === problem)
  const healthy = hasProblem(undefined)
  const first = healthy.length > 0 ? healthy : [...hasProblem('stale'), ...hasProblem('amendment_blocked')]
  return [first, hasProblem('unreachable')]
}

/** Returns the servers to use first: healthy ones, or, if there are none, those that are behind. */
export const serversInRotation = (urls: string[], problems: ReadonlyMap<string, ServerProblem>): string[] =>
  inRotation(urls, null, problems)[0] ?? []

interface Attempt {
  result: Fields | null
  /** The server that returned the result. */
  url: string | null
  /** First error of a server that may lack history; thrown if no server answers better. */
  refused: RpcError | null
  /** First reply that failed `isGood`; returned if no server has a better one. */
  poor: Fields | null
  failure: unknown
}

/** Tries these servers in turn, in two rounds, with a short, growing pause with jitter. Throws RpcError. */
async function askInTurn(
  urls: string[],
  request: { method: string; params: Fields; historyErrors: string[]; isGood: (result: Fields) => boolean },
  settings: TransportSettings,
): Promise<Attempt> {
  const { method, params, historyErrors, isGood } = request
  const attempt: Attempt = { result: null, url: null, refused: null, poor: null, failure: undefined }
  const triedUrls = new Set<string>()
  for (const [tries, url] of [...urls, ...urls].entries()) {
    if (triedUrls.has(url)) continue
    try {
      const result = await ask(url, method, params, settings)
      if (isGood(result)) return { ...attempt, result, url }
      attempt.poor ??= result
      triedUrls.add(url)
    } catch (error) {
      if (error instanceof RpcError) {
        if (!historyErrors.includes(error.code)) throw error
        attempt.refused ??= error
        triedUrls.add(url)
        continue
      }
      attempt.failure = error
      await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** tries * (0.5 + Math.random())))
    }
  }
  return attempt
}

/**
 * Creates a JSON-RPC client with failover. `problems` contains the servers that are out of rotation, by address. The
 * client throws RpcError for an error reply and Refusal('ledger_unavailable') if no server answers.
 */
export function createRpc(settings: TransportSettings, problems: ReadonlyMap<string, ServerProblem>): Rpc {
  // The server that answered last; preferred until it fails.
  let preferredUrl: string | null = null
  return async (method, params, historyErrors = [], isGood = () => true) => {
    let failure: unknown
    for (const urls of inRotation(settings.urls, preferredUrl, problems)) {
      const attempt = await askInTurn(urls, { method, params, historyErrors, isGood }, settings)
      if (attempt.result !== null) {
        preferredUrl = attempt.url
        return attempt.result
      }
      if (attempt.poor !== null) return attempt.poor
      if (attempt.refused !== null) throw attempt.refused
      failure ??= attempt.failure
    }
    throw new Refusal('ledger_unavailable', ledgerUnavailable, { cause: failure })
  }
}
