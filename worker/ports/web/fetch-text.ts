import { readLimited } from '#worker/ledger/read-limited.ts'
import type { AddressRule } from './address-rules.ts'
import type { WebPort } from './port.ts'

export interface WebSettings {
  rule: AddressRule
  /** For the whole fetch, including redirects and body. */
  timeoutMs: number
  maxBytes: number
  fetch: typeof fetch
}

const maxRedirects = 5
const types = /^(application\/(json|ld\+json|octet-stream|[\w.+-]+\+json)|text\/(plain|json))\s*(;|$)/i

/**
 * Fetches texts over https from any host. Every hop is checked by the rule before it is requested, so redirects are followed
 * manually. Sends no cookies and no referrer.
 */
export function createWeb({ rule, timeoutMs, maxBytes, fetch: get }: WebSettings): WebPort {
  return {
    async findText(address) {
      const signal = AbortSignal.timeout(timeoutMs)
      let url = URL.parse(address)
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        if (url === null || rule(url) !== null) return null
        const reply = await get(url, {
          redirect: 'manual',
          signal,
          headers: { accept: 'application/json, text/plain;q=0.5' },
        }).catch(() => null)
        if (reply === null) return null
        const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null
        const length = Number(reply.headers.get('content-length') ?? 0)
        const isAcceptable =
          reply.ok && types.test(reply.headers.get('content-type') ?? '') && !(length > maxBytes)
        if (location === null && isAcceptable && reply.body !== null) {
          // A server that breaks off counts as unavailable.
          return readLimited(reply.body, maxBytes).catch(() => null)
        }
        await reply.body?.cancel()
        if (location === null) return null
        url = URL.parse(location, url)
      }
      return null
    },
  }
}
