import type { Hono } from 'hono'
import { errorFacts } from '#worker/contract/error-facts.ts'
import { isDatabaseUnavailable } from '#worker/contract/database-unavailable.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { findReadOnlySentence } from '#worker/domain/ledger-index/servers.ts'
import { getSettings } from '#worker/domain/market/get-settings.ts'
import { findPageFacts, type PageFacts } from '#worker/domain/market/page-facts.ts'
import { addMeta, fillPage } from '#worker/http/page.ts'
import { queryOf } from '#worker/http/query.ts'
import { defaultRetrySeconds } from '#worker/http/problems.ts'
import type { AppEnv, Http } from './app-env.ts'
import {
  accountPage,
  artSocietyPage,
  collectionPage,
  createPage,
  explorerPage,
  homePage,
  metaOf,
  missingPage,
  nftPage,
  type Page,
  searchPage,
  unavailablePage,
} from './page-data.ts'

export type Shell = (request: Request) => Promise<Response>

/** A page whose data cannot be read is still sent: the client shows the error and tries again. */
async function withFallback(work: Promise<Page>, context: Context): Promise<Page> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return missingPage
    context.log.error('page_data_failed', { ...errorFacts(error) })
    return isDatabaseUnavailable(error) ? unavailablePage : { meta: null, queries: [] }
  }
}

async function send(http: Http, shell: Shell, page: Page, facts: PageFacts | null): Promise<Response> {
  const { context } = http.var
  const [html, banner] = await Promise.all([shell(http.req.raw), findReadOnlySentence(context)])
  const known: Page['queries'] = facts === null ? [] : [{ key: ['getXrpPrice', {}], data: facts.price }]
  const filled = fillPage(html, {
    data: {
      settings: getSettings(context),
      ledgerIndex: facts?.ledgerIndex ?? null,
      queries: [...page.queries, ...known],
    },
    meta: page.meta,
    first: page.first ?? null,
    banner,
  })
  const status = page.status ?? 200
  const seconds = defaultRetrySeconds[status]
  return new Response(filled.body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
    },
  })
}

/** Tabs of a collection other than its items. */
const collectionTab = /^(activity|analytics|owners|draws|create_offer|whitelist|blacklist)$/

const below = (rest: string | undefined) => (rest === undefined ? '' : `/${rest}`)

/** The pages of the client, with the first screen's data and the social metadata included. */
export function pageRoutes(app: Hono<AppEnv>, shell: Shell) {
  const page = (path: string, load: (context: Context, req: Http['req']) => Promise<Page> | Page) =>
    app.get(path, async (http) => {
      const { context } = http.var
      // In a separate function, so that synchronous errors are caught too.
      const facts = await findPageFacts(context)
      const loaded = (async () => load(context, http.req))()
      return send(http, shell, await withFallback(loaded, context), facts)
    })
  page('/', (context) => homePage(context))
  page('/collections_explorer', (context, req) => explorerPage(context, queryOf(req)))
  page('/search/:query', (context, req) => searchPage(context, req.param('query') ?? ''))
  page('/collection/:id/:rest{.+}?', (context, req) => {
    const rest = req.param('rest') ?? ''
    // The client redirects any other path to the items.
    const tab = collectionTab.test(rest) ? rest : 'items'
    return collectionPage(context, req.param('id') ?? '', {
      tab: tab === 'items' || tab === 'activity' ? tab : null,
      path: tab === 'items' ? '' : `/${tab}`,
      address: queryOf(req),
    })
  })
  page('/account/:account/:rest{.+}?', (context, req) =>
    accountPage(context, req.param('account') ?? '', below(req.param('rest'))),
  )
  page('/create/:rest{.+}?', (context, req) => createPage(context, below(req.param('rest'))))
  page('/art_society', (context) => artSocietyPage(context))
  page('/help', (context) => ({ meta: metaOf(context, 'Help', '/help'), queries: [] }))
  page('/admin', (context) => ({ meta: metaOf(context, 'Operations', '/admin'), queries: [] }))
  page('/cart', (context) => ({ meta: metaOf(context, 'Cart', '/cart'), queries: [] }))
  page('/webhooks', (context) => ({ meta: metaOf(context, 'Webhooks', '/webhooks'), queries: [] }))
  page('/keys', (context) => ({ meta: metaOf(context, 'API keys', '/keys'), queries: [] }))
  page('/watchlist', (context) => ({ meta: metaOf(context, 'Watchlist', '/watchlist'), queries: [] }))
  page('/notifications', (context) => ({
    meta: metaOf(context, 'Notifications', '/notifications'),
    queries: [],
  }))
  page('/swap/:rest{.+}?', (context, req) => ({
    meta: metaOf(context, 'Swap', `/swap${below(req.param('rest'))}`),
    queries: [],
  }))
  page('/nft/:id', (context, req) => nftPage(context, req.param('id') ?? ''))
}

const legalTitles = { privacy: 'Privacy Policy', terms: 'Terms' }

/** The legal documents are static files that need no client; they have social metadata like every page. */
export function legalRoutes(app: Hono<AppEnv>, files: (request: Request) => Promise<Response>) {
  for (const [name, title] of Object.entries(legalTitles)) {
    const path = `/legal/${name}`
    app.get(path, async (http) => {
      const page = addMeta(await files(http.req.raw), metaOf(http.var.context, title, path))
      return new Response(page.body, page)
    })
  }
}

/** Addresses of files, which are never pages even when the file is missing: their folders, and the types that pages refer to. */
const fileAddress =
  /^\/(assets|media|\.well-known)\/|\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|png|svg|txt|wasm|webmanifest|webp|woff2?|xml)$/i

/** Files as they are; any other path gets the client, which redirects unknown paths to the home page. A missing file is a 404. */
export function fallbackRoute(
  app: Hono<AppEnv>,
  shell: Shell,
  files: (request: Request) => Promise<Response>,
) {
  app.get('*', async (http) => {
    const file = await files(http.req.raw)
    if (file.status === 404 && !fileAddress.test(http.req.path)) {
      // One address per page: a trailing slash is redirected.
      const { pathname, search } = new URL(http.req.url)
      const bare = pathname.replace(/(?<!\/)\/+$/, '')
      if (bare !== pathname) {
        return http.redirect(`${http.var.context.settings.siteOrigin}${bare}${search}`, 301)
      }
      return send(http, shell, { queries: [], meta: null }, null)
    }
    // The headers of a fetched response are immutable; ours go on a copy.
    const answer = new Response(file.body, file)
    // The file may exist in the next release: the 404 must not be cached.
    if (file.status === 404) answer.headers.set('cache-control', 'no-store')
    return answer
  })
}
