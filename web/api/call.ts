import type { OperationInput, OperationName, OperationOutput } from '#worker/contract/operations.ts'
import { credentials } from './credentials.ts'
import { ApiError, requestFailed } from './error.ts'
import { requestParts } from './request.ts'
import { routes } from './routes.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Kept the same when the person tries the same thing again after a lost answer. */
  idempotencyKey?: string
  /** In place of the session's token. */
  token?: string
  /** Sent even if the page is left meanwhile. */
  keepalive?: boolean
}

/**
 * Calls one operation of the contract. A change that needs a fresh sign-in has the person sign in and is sent again.
 * Throws `ApiError` for everything but an answer.
 */
export async function call<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  options: CallOptions = {},
): Promise<OperationOutput<N>> {
  const { method, path, signs } = routes[name]
  const { url, body } = requestParts(path, input)
  const headers = new Headers({ accept: 'application/json' })
  const token = options.token ?? credentials().token()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (signs) headers.set('prefer', 'respond-async')
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (method !== 'GET') headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())

  const { signal = null, keepalive = false } = options
  const response = await send(url, { method, headers, body, signal, keepalive })
  const reply = await read(response)
  if (response.ok && !(signs && reply?.status === 'failed')) {
    if (token !== null) heedSession(response, token)
    return reply
  }
  const refused = refusal(response, reply)
  // Reads that a page repeats by itself must not open a dialog.
  const mayAsk = method !== 'GET' && options.token === undefined
  if (refused.code === 'fresh_sign_in_required') {
    if (mayAsk && (await credentials().signInAgain())) return call(name, input, options)
  } else if (token !== null) {
    if (response.status === 401) credentials().refused(token)
    else heedSession(response, token)
  }
  throw refused
}

/** What the server says of the session beside its answer. */
function heedSession({ headers }: Response, token: string): void {
  const newerSignIn = headers.get('opx-newer-sign-in')
  if (headers.get('opx-session') === 'ended') credentials().refused(token)
  else if (newerSignIn !== null) credentials().newerSignIn(token, newerSignIn)
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'same-origin' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(requestFailed, { code: 'network' })
  }
}

async function read(response: Response) {
  const text = await response.text().catch(() => '')
  try {
    return JSON.parse(text)
  } catch {
    if (!response.ok) return sentenceIn(response, text)
    throw new ApiError(requestFailed, { code: 'unreadable', status: response.status })
  }
}

const longestSentence = 300

/** What is said in plain text; pages of something in between, and what says nothing of a fault, are no sentences. */
function sentenceIn({ status, headers }: Response, text: string): { detail: string } | null {
  const plain = status < 500 && headers.get('content-type')?.startsWith('text/plain') === true
  const sentence = text.trim()
  return plain && sentence !== '' && sentence.length <= longestSentence ? { detail: sentence } : null
}

/** Retry-After in seconds, as our own API sends it. */
function retryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? '')
  return seconds > 0 ? seconds * 1000 : null
}

interface Refusal {
  detail?: string
  data?: string
  code?: ApiError['code']
  requestId?: string
  txid?: string
}

function refusal(response: Response, said: Refusal | string | null): ApiError {
  const reply = typeof said === 'string' ? { detail: said } : said
  return new ApiError(reply?.detail ?? reply?.data ?? requestFailed, {
    code: reply?.code ?? 'unreadable',
    status: response.status,
    requestId: reply?.requestId ?? response.headers.get('x-request-id'),
    txid: reply?.txid ?? null,
    retryAfterMs: retryAfter(response),
  })
}
