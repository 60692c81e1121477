import type { Hono } from 'hono'
import { errorFacts } from '#worker/contract/error-facts.ts'
import { isDatabaseUnavailable } from '#worker/contract/database-unavailable.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { getSettings } from '#worker/domain/market/get-settings.ts'
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
async function withFallback(work: Promise<Page>, { var: { context } }: Http): Promise<Page> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return missingPage
    context.log.error('page_data_failed', { ...errorFacts(error) })
    return isDatabaseUnavailable(error) ? unavailablePage : { meta: null, queries: [] }
  }
}

async function send(http: Http, shell: Shell, page: Page): Promise<Response> {
  const html = await shell(http.req.raw)
  const filled = fillPage(
    html,
    { settings: getSettings(http.var.context), queries: page.queries },
    page.meta,
    page.first ?? null,
  )
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

/** Pages that people open: the client with the first screen's data and its social metadata in it. */
export function pageRoutes(app: Hono<AppEnv>, shell: Shell) {
  app.get('/', async (http) => send(http, shell, await withFallback(homePage(http.var.context), http)))
  app.get('/collections_explorer', async (http) =>
    send(http, shell, await withFallback(explorerPage(http.var.context, queryOf(http.req)), http)),
  )
  app.get('/search/:query', async (http) =>
    send(http, shell, await withFallback(searchPage(http.var.context, http.req.param('query')), http)),
  )
  app.get('/collection/:id/:rest{.+}?', async (http) => {
    const rest = http.req.param('rest') ?? ''
    // The client sends any other one to the items.
    const tab = /^(activity|create_offer|whitelist|blacklist)$/.test(rest) ? rest : 'items'
    const page = collectionPage(http.var.context, http.req.param('id'), {
      tab: tab === 'items' || tab === 'activity' ? tab : null,
      path: tab === 'items' ? '' : `/${tab}`,
      address: queryOf(http.req),
    })
    return send(http, shell, await withFallback(page, http))
  })
  app.get('/account/:account/:rest{.+}?', async (http) => {
    const rest = http.req.param('rest')
    const path = rest === undefined ? '' : `/${rest}`
    const page = accountPage(http.var.context, http.req.param('account'), path)
    return send(http, shell, await withFallback(page, http))
  })
  app.get('/create/:rest{.+}?', async (http) => {
    const rest = http.req.param('rest')
    return send(http, shell, createPage(http.var.context, rest === undefined ? '' : `/${rest}`))
  })
  app.get('/art_society', async (http) =>
    send(http, shell, await withFallback(artSocietyPage(http.var.context), http)),
  )
  app.get('/admin', async (http) =>
    send(http, shell, { meta: metaOf(http.var.context, 'Operations', '/admin'), queries: [] }),
  )
  app.get('/nft/:id', async (http) =>
    send(http, shell, await withFallback(nftPage(http.var.context, http.req.param('id')), http)),
  )
}

const legalTitles = { privacy: 'Privacy Policy', terms: 'Terms' }

/** The legal documents are files, read without the client; passed on, they show themselves as every page does. */
export function legalRoutes(app: Hono<AppEnv>, files: (request: Request) => Promise<Response>) {
  for (const [name, title] of Object.entries(legalTitles)) {
    const path = `/legal/${name}`
    app.get(path, async (http) => {
      const page = addMeta(await files(http.req.raw), metaOf(http.var.context, title, path))
      return new Response(page.body, page)
    })
  }
}

/** Addresses of files, which are not pages even when the file is missing: folders of them, and the kinds that a page refers to. */
const fileAddress =
  /^\/(assets|media|\.well-known)\/|\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|png|svg|txt|wasm|webmanifest|webp|woff2?|xml)$/i

/** Files as they are; a path that is no file is the client's page, which sends unknown ones home. A missing file is a 404. */
export function fallbackRoute(
  app: Hono<AppEnv>,
  shell: Shell,
  files: (request: Request) => Promise<Response>,
) {
  app.get('*', async (http) => {
    const file = await files(http.req.raw)
    if (file.status === 404 && !fileAddress.test(http.req.path)) {
      // One address a page: those with a slash at the end lead to it.
      const { pathname, search } = new URL(http.req.url)
      const bare = pathname.replace(/(?<!\/)\/+$/, '')
      if (bare !== pathname) {
        return http.redirect(`${http.var.context.settings.siteOrigin}${bare}${search}`, 301)
      }
      return send(http, shell, { queries: [], meta: null })
    }
    // A fetched answer's headers cannot be changed; ours go on a copy.
    const answer = new Response(file.body, file)
    // It may be there with the next release: nobody keeps that it was missing.
    if (file.status === 404) answer.headers.set('cache-control', 'no-store')
    return answer
  })
}
