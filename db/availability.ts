import * as v from 'valibot'
import { DatabaseUnavailable } from '#contract/rules/database-unavailable.ts'

/**
 * SQLSTATEs of a server that accepts no queries now: connection exceptions, too many connections, shutdown, startup.
 * Source: postgresql.org/docs/current/errcodes-appendix.html
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

/** Longer than any of our queries may take. Without a limit, a database that hangs would hold its callers for ever. */
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
 * `fetch` for the HTTP driver. Each request is a transaction; one that lost a conflict is retried once. The server answers 400 with
 * the SQLSTATE when a statement fails; any other error status means that no statement ran. Throws DatabaseUnavailable, also
 * when no answer comes in time: a statement that writes may then have run.
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

/** Messages of the socket driver when a connection breaks or cannot be opened; it has no error code for them. */
const brokenConnection = /connection (terminated|error|timeout|lost)|not queryable/i

function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
}

/** The Error to throw for a connection failure: the driver also throws browser events, which are not Errors. */
export function connectionError(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseUnavailable(error)
  const state = sqlStateOf(error)
  const isUnavailable =
    state === null
      ? messagesOf(error).some((message) => brokenConnection.test(message))
      : unavailableState.test(state) || conflictState.test(state)
  return isUnavailable ? new DatabaseUnavailable(error) : error
}

/** Runs a transaction, and retries it once when Postgres rolled it back because of a conflict (deadlock, serialization failure). */
export async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!conflictState.test(sqlStateOf(error) ?? '')) throw error
    return run()
  }
}
