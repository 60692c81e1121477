import type { Context } from 'hono'
import { Refusal } from '#worker/contract/refusal.ts'

/** The session token of a request: `Authorization: Bearer <token>`, or the bare token as older clients send it. */
export function bearerToken(http: Context): string | null {
  const header = http.req.header('authorization')?.trim()
  if (header === undefined || header === '') return null
  return header.replace(/^Bearer\s+/i, '')
}

export function requireToken(http: Context): string {
  const token = bearerToken(http)
  if (token === null) throw new Refusal('unauthenticated', 'Connect your wallet first.')
  return token
}

/** Whether the caller asked for an immediate answer (RFC 7240). */
export function prefersAsync(http: Context): boolean {
  return (http.req.header('prefer') ?? '')
    .split(',')
    .some((part) => part.trim().toLowerCase() === 'respond-async')
}
