import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { CollectionId } from '#contract/schemas/lists.ts'
import { listCollectionPages, listFixedPages, listSitemaps } from '#worker/domain/market/list-sitemap.ts'
import { parsePart } from '#worker/http/validate.ts'
import type { AppEnv } from './app-env.ts'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

// Returns an XML document. The escaping of hono/html is also correct for XML.
async function renderXml(root: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', addresses: string[]) {
  const [open, close] = [raw(`<${item}><loc>`), raw(`</loc></${item}>`)]
  const items = addresses.map((address) => [open, address, close])
  const text =
    await html`<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${items}</${root}>`
  return new Response(text, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

/** Serves the robots file and the sitemaps for search engines (RFC 9309, sitemaps.org). */
export function sitemapRoutes(app: Hono<AppEnv>) {
  app.get('/robots.txt', (http) => {
    const { siteOrigin } = http.var.context.settings
    const lines = [
      'User-agent: *',
      'Disallow: /api/',
      'Allow: /api/problems',
      `Sitemap: ${siteOrigin}/sitemap.xml`,
    ]
    return http.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' })
  })
  app.get('/sitemap.xml', async (http) =>
    renderXml('sitemapindex', 'sitemap', await listSitemaps(http.var.context)),
  )
  app.get('/sitemap/pages.xml', (http) => renderXml('urlset', 'url', listFixedPages(http.var.context)))
  app.get('/sitemap/collection/:file{.+\\.xml}', async (http) => {
    const id = parsePart(CollectionId, http.req.param('file').slice(0, -'.xml'.length))
    return renderXml('urlset', 'url', await listCollectionPages(http.var.context, id))
  })
}
