/** One line of the doctor's report. */
export interface Finding {
  /** The part of the deployment, such as `database`. */
  area: string
  state: 'ok' | 'warning' | 'fault' | 'skipped'
  /** What was found. Never contains a secret. */
  message: string
  /** What the operator should do; empty if nothing. */
  remedy: string
}

export const ok = (area: string, message: string): Finding => ({ area, state: 'ok', message, remedy: '' })
export const skipped = (area: string, message: string): Finding => ({
  area,
  state: 'skipped',
  message,
  remedy: '',
})
export const warning = (area: string, message: string, remedy: string): Finding => ({
  area,
  state: 'warning',
  message,
  remedy,
})
export const fault = (area: string, message: string, remedy: string): Finding => ({
  area,
  state: 'fault',
  message,
  remedy,
})

/** Returns the finding of a rule: `ok` with its message if it holds, otherwise `otherwise`. */
export const rule = (area: string, holds: boolean, message: string, otherwise: Finding): Finding =>
  holds ? ok(area, message) : otherwise

/** Time limit of one request to a service. */
export const requestMs = 10_000

/** Returns the reason of an error in one line. Leaves out addresses with passwords. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  const text = cause instanceof Error ? cause.message || cause.name : String(cause)
  const line = text.split('\n', 1)[0] ?? ''
  return `${line.replaceAll(/\/\/[^@/\s]+@/g, '//…@').slice(0, 200)}${code}`
}

/** Returns the response, or the reason why there is none. */
export async function request(url: string, init: RequestInit = {}): Promise<Response | string> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(requestMs) })
  } catch (error) {
    return reasonOf(error)
  }
}
