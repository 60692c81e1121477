import type { Hono } from 'hono'
import { Refusal } from '#contract/words/refusal.ts'
import type { AppEnv } from './app-env.ts'

const validMs = 180 * 86_400_000

/** Serves the contact for reports of security problems, if one is configured. Source: RFC 9116. */
export function wellKnownRoutes(app: Hono<AppEnv>) {
  app.get('/.well-known/security.txt', (http) => {
    const { settings, now } = http.var.context
    if (settings.links.contact === '') throw new Refusal('not_found', 'This site has no contact address.')
    const lines = [
      `Contact: ${settings.links.contact}`,
      `Expires: ${new Date(now().getTime() + validMs).toISOString()}`,
      `Canonical: ${settings.siteOrigin}/.well-known/security.txt`,
      'Preferred-Languages: en',
    ]
    return http.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' })
  })
}
