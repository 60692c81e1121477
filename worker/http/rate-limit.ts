import { sentence } from '#contract/words/sentence.ts'
import type { Context } from 'hono'
import type { Limit } from '#contract/operations/operation.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { networkOf, networksOf } from './network.ts'

/** The rate-limit binding. Source: developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit */
export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

/**
 * The limits of calls. Most calls use the limit for sign requests, because they create one at the wallet platform.
 * Adding an on-demand item, and a page's calls for an existing request, create none.
 */
export interface Limiters {
  sign: RateLimiter | undefined
  add: RateLimiter | undefined
}

/**
 * Counts a call for a key. Throws Refusal('rate_limited') if the key has used up its limit. Without a limiter, nothing
 * is limited.
 */
export async function limitRate(limiter: RateLimiter | undefined, key: string): Promise<void> {
  if (limiter === undefined) return
  const { success } = await limiter.limit({ key })
  if (!success)
    throw new Refusal(
      'rate_limited',
      sentence('You are sending requests too quickly. Please wait half a minute and try again.'),
    )
}

/**
 * Counts a call of an operation for its callers: an account, or a visitor's networks. Throws Refusal('rate_limited').
 */
export async function limitCall(
  limiters: Limiters,
  limit: Limit | undefined,
  callers: string[],
): Promise<void> {
  if (limit === undefined) return
  const limiter = limiters[limit === 'add' || limit === 'page' ? 'add' : 'sign']
  await Promise.all(callers.map((caller) => limitRate(limiter, `${limit}:${caller}`)))
}

/** Returns the caller's networks, smallest first. */
export function callerNetworks(http: Context): string[] {
  return networksOf(http.req.header('cf-connecting-ip') ?? 'unknown')
}

/** Returns the caller's network from the address that Cloudflare saw; no other header is trusted. */
export function callerNetwork(http: Context): string {
  return networkOf(http.req.header('cf-connecting-ip') ?? 'unknown')
}
