const encoder = new TextEncoder()

async function hmacSha1(key: string, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey(
    'raw',
    encoder.encode(key),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  )
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function same(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

/**
 * Whether a webhook is signed with our secret: HMAC-SHA1 over timestamp + raw body. The published sample strips only the
 * first dash from the secret, the service strips all: both are accepted. Source: docs.xaman.dev "Webhooks".
 */
export async function webhookIsGenuine(
  secret: string,
  timestamp: string,
  body: string,
  signature: string,
): Promise<boolean> {
  const keys = [secret.replaceAll('-', ''), secret.replace('-', '')]
  for (const key of keys) {
    if (same(await hmacSha1(key, `${timestamp}${body}`), signature.toLowerCase())) return true
  }
  return false
}

const freshMs = 5 * 60_000

/**
 * Whether a webhook was sent within the last five minutes by its signed timestamp, which comes in milliseconds or seconds: a
 * recorded one cannot be sent again later. A clock that is as much ahead is let pass. False for anything but a number.
 */
export function webhookIsFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{10,13}$/.test(timestamp)) return false
  const sentMs = Number(timestamp) * (timestamp.length === 10 ? 1000 : 1)
  return Math.abs(now.getTime() - sentMs) <= freshMs
}
