import { sentence } from '#contract/words/sentence.ts'
import type { Context } from 'hono'
import { Refusal } from '#contract/words/refusal.ts'

const maxCostLimit = 10_000_000n

/**
 * Returns the session token of a request: `Authorization: Bearer <token>`, or the bare token that older clients send.
 */
export function bearerToken(http: Context): string | null {
  const header = http.req.header('authorization')?.trim()
  if (header === undefined || header === '') return null
  return header.replace(/^Bearer\s+/i, '')
}

export function requireToken(http: Context): string {
  const token = bearerToken(http)
  if (token === null) throw new Refusal('unauthenticated', sentence('Connect your wallet first.'))
  return token
}

/** True if the caller prefers an immediate answer (RFC 7240). */
export function prefersAsync(http: Context): boolean {
  return (http.req.header('prefer') ?? '')
    .split(',')
    .some((part) => part.trim().toLowerCase() === 'respond-async')
}

/**
 * Returns the caller's limit for the transaction cost from the header `OPX-Cost-Limit`, in drops, up to 10 XRP; null
 * without the header. Throws Refusal('validation_failed').
 */
export function costLimit(http: Context): bigint | null {
  const header = http.req.header('opx-cost-limit')?.trim()
  if (header === undefined) return null
  if (/^[0-9]{1,8}$/.test(header) && BigInt(header) <= maxCostLimit) return BigInt(header)
  throw new Refusal('validation_failed', sentence('The request is not valid.'), {
    errors: [{ path: 'OPX-Cost-Limit', message: 'Give a number of drops, at most 10000000.' }],
  })
}
