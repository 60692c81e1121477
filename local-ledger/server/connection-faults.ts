import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultBook } from './faults.ts'
import type { HttpAnswer } from './http-rpc.ts'

const PAGE =
  '<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>'

/** Waits if required, and returns what replaces the reply: an HTTP reply, a closed connection, or nothing. */
export async function applyConnectionFault(
  faults: FaultBook,
  method: string | undefined,
): Promise<HttpAnswer | 'drop' | null> {
  if (faults.isEmpty) return null
  const slow = faults.take(['slow'], { method })
  if (slow !== undefined) await sleep(slow.ms)
  const fault = faults.take(['drop', 'http-error', 'html'], { method })
  if (fault === undefined) return null
  if (fault.kind === 'drop') return 'drop'
  if (fault.kind === 'html') return { status: fault.status, type: 'text/html', body: PAGE }
  return { status: fault.status, type: 'text/plain', body: 'Server is overloaded\r\n' }
}

/** Returns the number of ledgers by which an endpoint lags, from the path /behind/n. */
export function lagOf(path: string): number {
  const match = /^\/behind\/(\d+)/.exec(path)
  return match === null ? 0 : Number(match[1])
}
