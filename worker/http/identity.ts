import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { Refusal } from '#worker/contract/refusal.ts'

const connectCookie = 'opx_connect'

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

/** The nonce that ties a sign-in to this browser; kept for half an hour, so that several sign-ins may share it. */
export function connectNonce(http: Context): string | null {
  return getCookie(http, connectCookie) ?? null
}

export function ensureConnectNonce(http: Context, secure: boolean): string {
  const present = connectNonce(http)
  if (present !== null && /^[\w-]{32,64}$/.test(present)) return present
  const nonce = crypto.randomUUID()
  setCookie(http, connectCookie, nonce, {
    httpOnly: true,
    secure,
    sameSite: 'Lax',
    path: '/api/xumm',
    maxAge: 1800,
  })
  return nonce
}

/** Whether the caller asked for an answer at once (RFC 7240). */
export function prefersAsync(http: Context): boolean {
  return (http.req.header('prefer') ?? '')
    .split(',')
    .some((part) => part.trim().toLowerCase() === 'respond-async')
}
