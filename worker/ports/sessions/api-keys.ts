import { createHmac, timingSafeEqual } from 'node:crypto'
import { apiKeyPrefix } from '#contract/limits/api-keys.ts'
import type { ApiKeyPort } from './port.ts'

const pattern = new RegExp(`^${apiKeyPrefix}([0-9a-f]{32})_([0-9A-Za-z_-]{43})$`)

const withDashes = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')

/** Creates keys for programs: an id, and its MAC under the first secret. Keys under the other secrets are valid, too. */
export function createApiKeys(secrets: readonly string[]): ApiKeyPort {
  const [current = ''] = secrets
  const macOf = (hex: string, secret = current) =>
    createHmac('sha256', secret).update(`api-key:${hex}`).digest()
  return {
    keyOf(id) {
      const hex = id.replaceAll('-', '').toLowerCase()
      return `${apiKeyPrefix}${hex}_${macOf(hex).toString('base64url')}`
    },
    idOf(key) {
      const [, hex = '', mac = ''] = pattern.exec(key) ?? []
      if (hex === '') return null
      const bytes = Buffer.from(mac, 'base64url')
      const isRight = secrets.some((secret) => {
        const right = macOf(hex, secret)
        return bytes.length === right.length && timingSafeEqual(bytes, right)
      })
      return isRight ? withDashes(hex) : null
    },
  }
}
