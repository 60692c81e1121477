import { DatabaseUnavailable } from '#worker/contract/database-unavailable.ts'

/**
 * SQLSTATEs of a server that takes no queries now: connection exceptions, too many connections, shutting down, starting up.
 * Source: postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableState = /^(08...|53300|57P0[1-3])$/

/** The SQLSTATE of an error, or of one that it wraps; null without one. */
function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : sqlStateOf(error.cause)
}

async function sqlStateIn(response: Response): Promise<string | null> {
  try {
    const code: unknown = Reflect.get(Object(await response.clone().json()), 'code')
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

/**
 * `fetch` for the HTTP driver. The server answers 400 with the SQLSTATE when a statement fails; anything else that is no
 * success means that no statement was run. Throws DatabaseUnavailable.
 */
export async function fetchFromDatabase(url: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (cause) {
    throw new DatabaseUnavailable(cause)
  }
  if (response.ok) return response
  const state = response.status === 400 ? await sqlStateIn(response) : null
  if (state !== null && !unavailableState.test(state)) return response
  throw new DatabaseUnavailable(new Error(`HTTP ${response.status}, SQLSTATE ${state ?? 'none'}`))
}

/** What the socket driver says of a connection that broke or never came about; it has no code for it. */
const brokenConnection = /connection (terminated|error|timeout|lost)|not queryable/i

function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
}

/** An error of a connection as it is to be thrown: the driver also throws browser events, which are no Errors. */
export function connectionError(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseUnavailable(error)
  const state = sqlStateOf(error)
  const isUnavailable =
    state === null
      ? messagesOf(error).some((message) => brokenConnection.test(message))
      : unavailableState.test(state)
  return isUnavailable ? new DatabaseUnavailable(error) : error
}
