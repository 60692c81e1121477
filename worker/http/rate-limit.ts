import type { Context } from 'hono'
import { Refusal } from '#worker/contract/refusal.ts'
import { networkOf } from './network.ts'

/** The rate-limit binding. Source: developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit */
export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

/** Throws Refusal('rate_limited') when the key has used up its share. Without a limiter nothing is limited. */
export async function limitRate(limiter: RateLimiter | undefined, key: string): Promise<void> {
  if (limiter === undefined) return
  const { success } = await limiter.limit({ key })
  if (!success)
    throw new Refusal('rate_limited', 'That was a little fast. Please wait half a minute and try again.')
}

/** The caller's network by the address that Cloudflare saw; nothing else is believed. */
export function callerNetwork(http: Context): string {
  return networkOf(http.req.header('cf-connecting-ip') ?? 'unknown')
}
