import { metadataProblem } from '#contract/words/metadata-problems.ts'
import type { AddressRule } from './address-rules.ts'
import type { FetchProblem, WebFile, WebPort } from './port.ts'

export interface WebSettings {
  rule: AddressRule
  /** Timeout for the start of a reply, including redirects. */
  beginMs: number
  /** Timeout for the whole fetch, including redirects and body. */
  timeoutMs: number
  fetch: typeof fetch
}

const maxRedirects = 5

/** Returns the body size from the Content-Length header. A compressed body is larger after decompression. */
function announcedBytes({ headers }: Response): number | null {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(length) ? Number(length) : null
}

const later = (...problem: Parameters<typeof metadataProblem>): FetchProblem => ({
  problem: metadataProblem(...problem),
  isFinal: false,
})

/**
 * Fetches files over https from any host. Follows redirects manually, so that the rule checks every hop before the
 * request. Sends no cookies and no referrer.
 */
export function createWeb({ rule, beginMs, timeoutMs, fetch: get }: WebSettings): WebPort {
  return {
    async findFile(address) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), beginMs)
      const signal = AbortSignal.any([late.signal, AbortSignal.timeout(timeoutMs)])
      try {
        return await follow(address, signal)
      } finally {
        clearTimeout(timer)
      }
    },
  }

  async function follow(address: string, signal: AbortSignal): Promise<WebFile | FetchProblem> {
    let url = URL.parse(address)
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      if (url === null || rule(url) !== null)
        return hop === 0 ? { problem: metadataProblem('not_public'), isFinal: true } : later('redirected')
      const headers = { accept: 'application/json, */*;q=0.5' }
      const reply = await get(url, { redirect: 'manual', signal, headers }).catch(() => null)
      if (reply === null) return later('unreachable')
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null
      if (location === null && reply.ok && reply.body !== null)
        return {
          body: reply.body,
          contentType: reply.headers.get('content-type') ?? '',
          announcedBytes: announcedBytes(reply),
        }
      await reply.body?.cancel()
      if (location === null) return later('status', reply.status)
      url = URL.parse(location, url)
    }
    return later('redirected')
  }
}
