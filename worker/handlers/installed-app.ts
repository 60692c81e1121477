import type { Hono } from 'hono'
import { sharedPath } from '#contract/rules/share-target.ts'
import type { AppEnv } from './app-env.ts'

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
