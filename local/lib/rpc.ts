import { codeOf, messageOf, StackError } from './stack-error.ts'

/** An error reply from the ledger server, for example actNotFound. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type Json = Record<string, unknown>

/** Returns the reason of a failed fetch from its `cause`, because fetch itself reports only "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return messageOf(cause ?? error) || codeOf(cause) || 'no connection'
}

/**
 * Makes one JSON-RPC call to a ledger server (xrpld's dialect: one params object, `result.status`). @throws RpcError if
 * the server returns an error, StackError if it does not answer
 */
export async function callRpc(url: string, method: string, params: Json = {}): Promise<Json> {
  let body: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method, params: [params] }),
      signal: AbortSignal.timeout(15_000),
    })
    body = await response.json()
  } catch (error) {
    throw new StackError(`The ledger at ${url} is not responding: ${reasonOf(error)}.`)
  }
  const result = asJson(asJson(body)['result'])
  if (typeof result['error'] === 'string') {
    throw new RpcError(result['error'], readText(result['error_message'] ?? result['error']))
  }
  return result
}

export function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

/** Returns a field of a reply that must be a number. */
export function numberOf(value: unknown, name: string): number {
  if (typeof value !== 'number') throw new Error(`The ledger's reply has no ${name}.`)
  return value
}
