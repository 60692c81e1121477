import * as v from 'valibot'
import { DatabaseUnavailable } from '#contract/rules/database-unavailable.ts'

/**
 * SQLSTATEs of a server that currently accepts no queries: connection exceptions, too many connections, shutdown,
 * startup. Source: postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableState = /^(08...|53300|57P0[1-3])$/

/** SQLSTATEs of a transaction that Postgres rolled back because of a conflict with another one; it can be retried. */
const conflictState = /^(40001|40P01)$/

/** Returns the SQLSTATE of an error or of its cause; null if there is none. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  return 'code' in error && typeof error.code === 'string' ? error.code : sqlStateOf(error.cause)
}

const Failure = v.object({ code: v.string() })

async function sqlStateIn(response: Response): Promise<string | null> {
  try {
    return v.parse(Failure, await response.clone().json()).code
  } catch {
    return null
  }
}

/** Longer than any of our queries takes. Without a limit, a hanging database would block its callers indefinitely. */
const queryTimeoutMs = 30_000

async function askDatabase(url: string, init: RequestInit, timeoutMs: number) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { response, state: response.status === 400 ? await sqlStateIn(response) : null }
  } catch (cause) {
    throw new DatabaseUnavailable(cause)
  }
}

/**
 * `fetch` for the HTTP driver. Each request is one transaction, which is retried once after a conflict. If a statement
 * fails, the server answers 400 with the SQLSTATE; with any other error status no statement ran. Throws
 * DatabaseUnavailable, also after a timeout, when a write may have been executed.
 */
export async function fetchFromDatabase(
  url: string,
  init: RequestInit,
  timeoutMs = queryTimeoutMs,
): Promise<Response> {
  const ask = () => askDatabase(url, init, timeoutMs)
  let { response, state } = await ask()
  if (state !== null && conflictState.test(state)) ({ response, state } = await ask())
  if (response.ok) return response
  if (state !== null && !unavailableState.test(state) && !conflictState.test(state)) return response
  throw new DatabaseUnavailable(new Error(`HTTP ${response.status}, SQLSTATE ${state ?? 'none'}`))
}

/** Messages of the socket driver for broken or failed connections, which have no error code. */
const brokenConnection = /connection (terminated|error|timeout|lost)|not queryable/i

function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
}

/** Returns the Error to throw for a connection failure. The driver also throws browser events, which are not Errors. */
export function connectionError(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseUnavailable(error)
  const state = sqlStateOf(error)
  const isUnavailable =
    state === null
      ? messagesOf(error).some((message) => brokenConnection.test(message))
      : unavailableState.test(state) || conflictState.test(state)
  return isUnavailable ? new DatabaseUnavailable(error) : error
}

/**
 * Runs a transaction and retries it once if Postgres rolled it back because of a conflict (deadlock, serialization
 * failure).
 */
export async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!conflictState.test(sqlStateOf(error) ?? '')) throw error
    return run()
  }
}
