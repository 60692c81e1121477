import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * True if a webhook is signed with one of our secrets: HMAC-SHA1 over timestamp + raw body. The published sample strips only
 * the first dash from the secret, the service strips all dashes; both forms are accepted. Source: docs.xaman.dev
 * "Webhooks".
 */
export function webhookIsGenuine(
  secrets: readonly string[],
  timestamp: string,
  body: string,
  signature: string,
): boolean {
  if (!/^[0-9a-f]{40}$/i.test(signature)) return false
  const bytes = Buffer.from(signature, 'hex')
  const keys = secrets.flatMap((secret) => [secret.replaceAll('-', ''), secret.replace('-', '')])
  return keys.some((key) =>
    timingSafeEqual(createHmac('sha1', key).update(`${timestamp}${body}`).digest(), bytes),
  )
}

const freshMs = 5 * 60_000

/**
 * True if a webhook was sent within the last five minutes according to its signed timestamp (milliseconds or seconds),
 * so that a recorded webhook cannot be replayed later. Clocks may be ahead by the same time. False if the timestamp is
 * not a number.
 */
export function webhookIsFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{10,13}$/.test(timestamp)) return false
  const sentMs = Number(timestamp) * (timestamp.length === 10 ? 1000 : 1)
  return Math.abs(now.getTime() - sentMs) <= freshMs
}
