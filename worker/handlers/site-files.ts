import type { Hono } from 'hono'
import { sharedPath } from '#contract/rules/share-target.ts'
import type { AppEnv } from './app-env.ts'
import { Refusal } from '#contract/words/refusal.ts'

/** Routes for an installed app: the service worker, and the address that other apps share links to. */
export function installedAppRoutes(app: Hono<AppEnv>, files: (request: Request) => Promise<Response>) {
  app.get('/sw.js', async (http) => {
    const file = await files(http.req.raw)
    const script = new Response(file.body, file)
    // Browsers must revalidate, so that the next visit gets a new version.
    script.headers.set('cache-control', 'no-cache')
    return script
  })
  app.get('/share', (http) => {
    const { settings } = http.var.context
    const texts = ['url', 'text', 'title'].map((name) => http.req.query(name) ?? '')
    return http.redirect(`${settings.siteOrigin}${sharedPath(texts, settings.siteOrigin)}`, 303)
  })
}

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
