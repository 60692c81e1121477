import { encryptNotification } from '@block65/webcrypto-web-push'
import { importJWK, SignJWT } from 'jose'
import type { AddressRule } from '#worker/ports/web/address-rules.ts'
import type { PushDevice, PushOrder, PushPort, PushResult } from './port.ts'

interface VapidPair {
  publicKey: string
  privateKey: string
}

export interface WebPushSettings {
  /**
   * The public point and the private scalar of each pair, in base64url. New devices subscribe with the first pair; devices
   * that subscribed with another one are served, too. Without any pair, nothing is sent.
   */
  pairs: readonly VapidPair[]
  /** Contact address for the push service: `mailto:` or `https:`. */
  subject: string
  rule: AddressRule
  timeoutMs: number
  fetch: typeof fetch
}

/**
 * Validity of a signature, which is bound to the push service and may be valid for at most 24 hours. Source: RFC 8292,
 * section 2.
 */
const tokenHours = 12
const renewMs = 3_600_000
const maxTokens = 50

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** The curve P-256: y² = x³ - 3x + b. Source: FIPS 186-4, D.1.2.3. */
const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`)

/** True if a key is an uncompressed point of P-256. Messages cannot be encrypted for any other key. */
function isPoint(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false
  const [x, y] = [numberOf(key.subarray(1, 33)), numberOf(key.subarray(33))]
  return x < prime && y < prime && (y * y - x * x * x + 3n * x - b) % prime === 0n
}

function problemOf({ endpoint, p256dh, auth }: PushDevice, rule: AddressRule): string | null {
  const address = URL.parse(endpoint)
  const problem = address === null ? 'no address' : rule(address)
  if (problem !== null) return `The address of the device is not one of a push service: ${problem}.`
  if (!isPoint(bytesOf(p256dh))) return 'The key of the device is not a point of P-256.'
  return bytesOf(auth).length === 16 ? null : 'The secret of the device does not have 16 bytes.'
}

function resultOf({ status, headers }: Response): PushResult {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused' }
  const seconds = Number(headers.get('retry-after') ?? '')
  return { kind: 'later', seconds: seconds > 0 ? seconds : null }
}

/**
 * Sends messages to push services. Source: RFC 8030 (delivery), RFC 8291 (encryption), RFC 8292 (sender
 * identification).
 */
export function createWebPush(settings: WebPushSettings): PushPort {
  const { pairs, subject, rule, timeoutMs, fetch: post } = settings
  const tokens = new Map<string, { token: string; until: number }>()

  async function tokenFor(origin: string, { publicKey, privateKey }: VapidPair): Promise<string> {
    const name = `${publicKey} ${origin}`
    const memo = tokens.get(name)
    if (memo !== undefined && memo.until > Date.now()) return memo.token
    const point = bytesOf(publicKey)
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: privateKey }, 'ES256')
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(origin)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(`${tokenHours}h`)
      .sign(key)
    if (tokens.size >= maxTokens) tokens.clear()
    tokens.set(name, { token, until: Date.now() + renewMs })
    return token
  }

  async function sendAs(
    pair: VapidPair,
    { endpoint, p256dh, auth }: PushDevice,
    { payload, ttlSeconds, urgency }: PushOrder,
  ): Promise<PushResult> {
    try {
      const token = await tokenFor(new URL(endpoint).origin, pair)
      const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } }
      const body = await encryptNotification(subscription, new TextEncoder().encode(JSON.stringify(payload)))
      const reply = await post(endpoint, {
        method: 'POST',
        // Redirects are not followed, because they could lead to any host.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `vapid t=${token}, k=${pair.publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSeconds),
          urgency,
        },
        body: new Uint8Array(body),
      })
      await reply.body?.cancel()
      return resultOf(reply)
    } catch {
      // Without an answer, the message may or may not have arrived, so it is sent again.
      return { kind: 'later', seconds: null }
    }
  }

  return {
    publicKey: pairs[0]?.publicKey ?? null,
    problem: (device) => problemOf(device, rule),
    async send(device, order) {
      if (problemOf(device, rule) !== null) return { kind: 'refused' }
      for (const pair of pairs) {
        const result = await sendAs(pair, device, order)
        // A push service refuses the keys with which the device has not subscribed.
        if (result.kind !== 'refused') return result
      }
      return { kind: 'refused' }
    },
  }
}
