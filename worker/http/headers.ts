import type { MiddlewareHandler } from 'hono'
import { serviceWorkerPolicy, trustedTypesPolicy } from '#contract/rules/trusted-types.ts'

export interface HeaderSettings {
  /** Origin that browsers upload media to. */
  uploadOrigin: string
  /** The relay of WalletConnect; empty if WalletConnect is not offered. */
  walletRelay: string
  /** Origins besides our own that may call the API; empty if there are none. */
  corsOrigins: string[]
  /** True if the site itself is served over https. */
  secure: boolean
}

/** Path of the only page that may connect to other hosts, because the visitor chooses the nodes that verify draws. */
const verifyPage = /^\/collection\/[^/]+\/draws\/?$/

/**
 * Returns the policy. Everything comes from our own origin: no unsafe and no third-party scripts. Uploads go to the
 * bucket, and the page connects to the relay of WalletConnect if that is offered. Script addresses come from two
 * Trusted Types policies, which allow only the client's own workers (web/kit/uploads/pdf-port.ts,
 * web/service-worker.ts).
 */
export function contentSecurityPolicy(
  { uploadOrigin, walletRelay, secure }: HeaderSettings,
  path = '/',
): string {
  const nodes = verifyPage.test(path)
    ? ' https: wss: http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*'
    : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    `connect-src ${["'self'", uploadOrigin, walletRelay].filter((origin) => origin !== '').join(' ')}${nodes}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicy} ${serviceWorkerPolicy}`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Adds security headers to every response. A response with its own policies (media) keeps them. */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler {
  const policy = contentSecurityPolicy(settings)
  return async (http, next) => {
    await next()
    const headers = http.res.headers
    if (!headers.has('content-security-policy'))
      headers.set(
        'content-security-policy',
        verifyPage.test(http.req.path) ? contentSecurityPolicy(settings, http.req.path) : policy,
      )
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('cross-origin-opener-policy', 'same-origin')
    // Public media may be embedded anywhere.
    if (!headers.has('cross-origin-resource-policy'))
      headers.set('cross-origin-resource-policy', 'same-origin')
    if (!headers.has('permissions-policy'))
      headers.set('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
    if (settings.secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}
