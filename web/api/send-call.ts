import type { OperationInput, OperationName, OperationOutput } from '#contract/operations.ts'
import { type Route, routes } from '#contract/addresses.ts'
import { locale } from '#web/messages.ts'
import { readCredentials, type SessionCredentials } from './credentials.ts'
import { ApiError, requestFailed } from './error.ts'
import { learnPeople } from './people.ts'
import { requestParts } from './request.ts'
import { wantedPosition } from './seen-position.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** A retry after a lost reply reuses the key. */
  idempotencyKey?: string
  /** Used instead of the session's token. */
  token?: string
  /** True for a read that the page starts without a user action. It must not open a dialog. */
  isBackground?: true
  /** Sent even if the user leaves the page. */
  keepalive?: boolean
}

/** Implements `call`. */
export async function sendCall<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  options: CallOptions = {},
): Promise<OperationOutput<N>> {
  const route: Route = routes[name]
  const { method, path, hasStatus, claims } = route
  const session = readCredentials().session()
  const { url, body } = requestParts(path, input, claimsOf(session, claims))
  const token = options.token ?? session?.token ?? null
  const headers = headersOf(route, token, options.idempotencyKey)
  if (typeof body === 'string') headers.set('content-type', 'application/json')

  const { signal = null, keepalive = false } = options
  const { response, text } = await send(url, { method, headers, body, signal, keepalive })
  const isBusy = response.headers.has('opx-cost')
  if (route.asksForSignature && !isBusy) readCredentials().networkAnswered()
  if (response.ok && !(hasStatus && parseJson<FailureBody>(text)?.status === 'failed')) {
    const reply = parseJson<OperationOutput<N>>(text)
    if (reply === undefined)
      throw new ApiError(requestFailed, { code: 'unreadable', status: response.status })
    if (token !== null) readSessionNotice(response, token)
    learnPeople(reply)
    return reply
  }
  const failure = readRefusal(response, text)
  if (await mayRepeat(failure, method, options)) return sendCall(name, input, options)
  if (failure.code !== 'fresh_sign_in_required' && token !== null) {
    if (response.status === 401) readCredentials().refused(token)
    else readSessionNotice(response, token)
  }
  throw failure
}

/** Returns true if the user has resolved the reason for the refusal or agreed to it. */
async function mayRepeat(failure: ApiError, method: string, options: CallOptions): Promise<boolean> {
  if (failure.code === 'network_busy') return readCredentials().networkBusy(failure)
  // Background reads must not open a dialog.
  const mayPrompt = method !== 'GET' && options.isBackground !== true && options.token === undefined
  return failure.code === 'fresh_sign_in_required' && mayPrompt && readCredentials().signInAgain()
}

function headersOf(
  { method, asksForSignature }: Route,
  token: string | null,
  idempotencyKey?: string,
): Headers {
  const headers = new Headers({ accept: 'application/json', 'accept-language': locale })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (asksForSignature) {
    headers.set('prefer', 'respond-async')
    headers.set('opx-cost-limit', readCredentials().costLimit())
  }
  const position = method === 'GET' ? wantedPosition() : null
  if (position !== null) headers.set('opx-position', position)
  if (method !== 'GET') headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID())
  return headers
}

/** Returns the account fields that the operation's body must contain. */
function claimsOf(session: SessionCredentials | null, tokenField: Route['claims']): object {
  if (session === null || tokenField === undefined) return {}
  return { account: session.account, [tokenField]: session.userToken }
}

/**
 * Replies get their types here without validation: the tests check every server reply against its schema, and the
 * browser bundle has no schemas. Returns undefined if the text is not JSON.
 */
function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the headers that report on the session. Any reply can carry them. */
function readSessionNotice({ headers }: Response, token: string): void {
  const newerSignIn = headers.get('opx-newer-sign-in')
  if (headers.get('opx-session') === 'ended') readCredentials().refused(token)
  else if (newerSignIn !== null) readCredentials().newerSignIn(token, newerSignIn)
}

/** Treats a truncated reply as no reply, because the request can be repeated with its idempotency key. */
async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin' })
    return { response, text: await response.text() }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(requestFailed, { code: 'network' })
  }
}

const maxSentence = 300

/** Returns a short plain-text body, which is shown unchanged. Returns null for proxy error pages and server errors. */
function plainTextOf({ status, headers }: Response, text: string): string | null {
  const plain = status < 500 && headers.get('content-type')?.startsWith('text/plain') === true
  const sentence = text.trim()
  return plain && sentence !== '' && sentence.length <= maxSentence ? sentence : null
}

/** Returns the pause of the Retry-After header in milliseconds; null without one. Our own API sends seconds. */
function retryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? '')
  return seconds > 0 ? seconds * 1000 : null
}

/** A refusal, as problem details or as `{status: "failed"}`. */
interface FailureBody {
  status?: unknown
  detail?: string
  data?: string
  code?: ApiError['code']
  requestId?: string
  txid?: string
  rows?: ApiError['rows']
  expectedAmount?: string
}

function readRefusal(response: Response, text: string): ApiError {
  const content = parseJson<FailureBody | string | null>(text) ?? plainTextOf(response, text)
  const reply = typeof content === 'string' ? { detail: content } : content
  return new ApiError(reply?.detail ?? reply?.data ?? requestFailed, {
    code: reply?.code ?? 'unreadable',
    status: response.status,
    requestId: reply?.requestId ?? response.headers.get('x-request-id'),
    txid: reply?.txid ?? null,
    retryAfterMs: retryAfter(response),
    costDrops: response.headers.get('opx-cost'),
    rows: reply?.rows ?? [],
    expectedAmount: reply?.expectedAmount ?? null,
  })
}
