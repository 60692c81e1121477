import type { Hono } from 'hono'
import { defaultLanguage, type Language } from '#contract/words/languages.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { readActivitySearch, readExplorerSearch, readItemsSearch } from '#contract/rules/list-addresses.ts'
import { isDatabaseUnavailable } from '#contract/rules/database-unavailable.ts'
import { inLanguage } from '#contract/words/speech.ts'
import {
  collectionTabs,
  type LoadedPageName,
  pageNames,
  type PageName,
  pages,
  type Page as PageOfTable,
} from '#contract/pages.ts'
import { t } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { isShownReadOnly } from '#worker/domain/ledger-index/servers.ts'
import { getSettings } from '#worker/domain/market/get-settings.ts'
import { findPageFacts, type PageFacts } from '#worker/domain/market/page-facts.ts'
import { chooseLanguages } from '#worker/http/language.ts'
import { addMeta, addNote, fillPage } from '#worker/http/page.ts'
import { type Computed, type PublicPages, publicPages } from '#worker/http/public-pages.ts'
import { queryOf } from '#worker/http/query.ts'
import { defaultRetrySeconds } from '#worker/http/problems.ts'
import type { AppEnv, Http } from './app-env.ts'
import {
  accountPage,
  type AddressQuery,
  artSocietyPage,
  editionPage,
  type CollectionList,
  collectionPage,
  explorerPage,
  homePage,
  metaOf,
  missingPage,
  nftPage,
  type Page,
  searchPage,
  staticMeta,
  unavailablePage,
} from './page-data.ts'

/** Returns the client's page in a language; a missing file if the build does not include the language. */
export type Shell = (request: Request, language: Language) => Promise<Response>

/** Returns the client's page in the most preferred of the visitor's languages that the build includes. */
async function findShell(http: Http, shell: Shell) {
  const { languages, isAsked } = chooseLanguages(http.req.raw)
  for (const language of languages) {
    const html = await shell(http.req.raw, language)
    if (html.ok || language === defaultLanguage)
      return { html, language, address: isAsked === language ? `?lang=${language}` : '' }
  }
  throw new Error('The languages of a page end with English.')
}

type LocalShell = Awaited<ReturnType<typeof findShell>>

/** Data of a page that all visitors share. */
interface PublicPage {
  page: Page
  facts: PageFacts | null
  /** True if the page says that the site is read-only. */
  isReadOnly: boolean
}

/** Returns the page, or a fallback if its data cannot be read: the client shows the error and retries. */
async function withFallback(work: Promise<Page>, context: Context): Promise<Computed<Page>> {
  try {
    const value = await work
    return { value, isShared: value.status === undefined }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return { value: missingPage, isShared: false }
    context.log.error('page_data_failed', { ...errorFacts(error) })
    const value = isDatabaseUnavailable(error) ? unavailablePage() : { meta: null, queries: [] }
    return { value, isShared: false }
  }
}

async function send(
  http: Http,
  { html, language, address }: LocalShell,
  { page, facts, isReadOnly }: PublicPage,
): Promise<Response> {
  const { context } = http.var
  const queries: Page['queries'] = facts === null ? [] : [{ key: ['getXrpPrice', {}], data: facts.price }]
  const filledPage = fillPage(html, {
    data: {
      settings: getSettings(context),
      ledgerIndex: facts?.ledgerIndex ?? null,
      queries: [...page.queries, ...queries],
    },
    meta: page.meta,
    // A missing page has no address in other languages.
    alternates:
      page.status === 404 ? null : (page.meta?.canonical ?? `${context.settings.siteOrigin}${http.req.path}`),
    address,
    first: page.first ?? null,
    banner: isReadOnly
      ? inLanguage(language, () =>
          t(
            'OPX is read-only at the moment, because none of its XRP Ledger servers is in sync with the network: you can browse, but nothing can be bought, sold or created.',
          ),
        )
      : null,
  })
  const status = page.status ?? 200
  const seconds = defaultRetrySeconds[status]
  return new Response(filledPage.body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      vary: 'Accept-Language, Cookie',
      'cache-control': 'no-cache',
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
    },
  })
}

function listOf(tab: string, address: AddressQuery): CollectionList {
  if (tab === 'items') return { tab, search: readItemsSearch(address) }
  return tab === 'activity' ? { tab, search: readActivitySearch(address) } : null
}

const pathBelow = (rest: string | undefined) => (rest === undefined ? '' : `/${rest}`)

/** The part of an address that determines the page's data, and the function that reads the data. */
interface PageRead {
  input: unknown
  load: (context: Context) => Promise<Page>
}

type Loader = (req: Http['req']) => PageRead

/** Loaders of the pages that have `data` in the table of pages. The other pages have only their title. */
const loaders: Record<LoadedPageName, Loader> = {
  home: () => ({ input: null, load: homePage }),
  explorer: (req) => {
    const input = readExplorerSearch(queryOf(req))
    return { input, load: (context) => explorerPage(context, input) }
  },
  search: (req) => {
    const input = req.param('query') ?? ''
    return { input, load: (context) => searchPage(context, input) }
  },
  collection: (req) => {
    const rest = req.param('rest') ?? ''
    // The client redirects any other path to the items.
    const tab = collectionTabs.includes(rest) ? rest : 'items'
    const id = req.param('id') ?? ''
    const input = { path: tab === 'items' ? '' : `/${tab}`, list: listOf(tab, queryOf(req)) }
    return { input: { id, ...input }, load: (context) => collectionPage(context, id, input) }
  },
  account: (req) => {
    const account = req.param('account') ?? ''
    const rest = pathBelow(req.param('rest'))
    return { input: [account, rest], load: (context) => accountPage(context, account, rest) }
  },
  nft: (req) => {
    const input = req.param('id') ?? ''
    return { input, load: (context) => nftPage(context, input) }
  },
  edition: (req) => {
    const input = req.param('id') ?? ''
    return { input, load: (context) => editionPage(context, input) }
  },
  artSociety: () => ({ input: null, load: artSocietyPage }),
}

const loaderOf: Partial<Record<PageName, Loader>> = loaders

function titlePage(name: PageName, req: Http['req']): PageRead {
  const [address = ''] = pages[name].path.includes('/:rest') ? pages[name].path.split('/:rest') : [req.path]
  return {
    input: address,
    load: async (context) => ({ meta: staticMeta(context, name, address), queries: [] }),
  }
}

/** Serves the pages of the client (`contract/pages.ts`), including the first screen's data and the social metadata. */
export function pageRoutes(app: Hono<AppEnv>, shell: Shell, copies: PublicPages) {
  const publicPageTable = publicPages<PublicPage>(copies)

  async function compute(
    context: Context,
    language: Language,
    { load }: PageRead,
  ): Promise<Computed<PublicPage>> {
    const [facts, isReadOnly] = await Promise.all([findPageFacts(context), isShownReadOnly(context)])
    const { value: page, isShared } = await inLanguage(language, () => withFallback(load(context), context))
    return { value: { page, facts, isReadOnly }, isShared: isShared && facts !== null }
  }

  for (const name of pageNames) {
    const page: PageOfTable = pages[name]
    const loader = loaderOf[name]
    app.get(page.path, async (http) => {
      const { context } = http.var
      const local = await findShell(http, shell)
      const pageRead = loader?.(http.req) ?? titlePage(name, http.req)
      if (page.data !== 'shared')
        return send(http, local, (await compute(context, local.language, pageRead)).value)
      const data = await publicPageTable(
        [name, local.language, pageRead.input],
        () => compute(context, local.language, pageRead),
        (work) => http.executionCtx.waitUntil(work),
      )
      return send(http, local, data)
    })
  }
}

const legalTitles = { privacy: 'Privacy Policy', terms: 'Terms' }

/**
 * Serves the legal documents: static files in English that need no client. They have social metadata like every page.
 */
export function legalRoutes(app: Hono<AppEnv>, files: (request: Request) => Promise<Response>) {
  for (const [name, title] of Object.entries(legalTitles)) {
    const path = `/legal/${name}`
    app.get(path, async (http) => {
      const [language = defaultLanguage] = chooseLanguages(http.req.raw).languages
      const meta = inLanguage(defaultLanguage, () => metaOf(http.var.context, title, path))
      const page = addMeta(await files(http.req.raw), meta)
      const pageWithNote =
        language === defaultLanguage
          ? page
          : addNote(
              page,
              language,
              inLanguage(language, () => t('Only the English version of this document is binding.')),
            )
      const answer = new Response(pageWithNote.body, pageWithNote)
      answer.headers.append('vary', 'Accept-Language, Cookie')
      return answer
    })
  }
}

/**
 * Addresses of files: their folders, and the types that pages refer to. They are never pages, even if the file is
 * missing.
 */
const fileAddress =
  /^\/(assets|media|play|\.well-known)\/|\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|png|svg|txt|wasm|webmanifest|webp|woff2?|xml)$/i

/**
 * Serves static files; any other path gets the client, which redirects unknown paths to the home page. A missing file
 * is a 404.
 */
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
      const isReadOnly = await isShownReadOnly(http.var.context)
      return send(http, await findShell(http, shell), {
        page: { queries: [], meta: null },
        facts: null,
        isReadOnly,
      })
    }
    // The headers of a fetched response are immutable, so ours are set on a copy.
    const answer = new Response(file.body, file)
    // The next release may contain the file, so the 404 must not be cached.
    if (file.status === 404) answer.headers.set('cache-control', 'no-store')
    return answer
  })
}
