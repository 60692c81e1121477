import type { Hono } from 'hono'
import * as v from 'valibot'
import { errorFacts } from '#worker/contract/error-facts.ts'
import { CollectionId } from '#worker/contract/lists.ts'
import { sizedImage } from '#worker/contract/media.ts'
import { NFTokenID } from '#worker/contract/nfts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { getCollection } from '#worker/domain/collection/list-collections.ts'
import type { Context } from '#worker/domain/context.ts'
import { getSettings } from '#worker/domain/market/get-settings.ts'
import { readHome } from '#worker/domain/market/home.ts'
import { getNft } from '#worker/domain/nft/get-nft.ts'
import { fillPage, type PageData, type PageMeta } from '#worker/http/page.ts'
import type { AppEnv, Http } from './app-env.ts'

const tagline = 'A Gateway to Digital Luxury'

export type Shell = (request: Request) => Promise<Response>

interface Page {
  queries: PageData['queries']
  meta: PageMeta | null
  status?: number
}

async function homePage(context: Context): Promise<Page> {
  const home = await readHome(context)
  return {
    meta: null,
    queries: [
      { key: ['getFeaturedNfts', {}], data: home.featuredNfts },
      { key: ['getFeaturedCollections', {}], data: home.featuredCollections },
      { key: ['getTrendingCollections', { query: { days: '7' } }], data: home.trending },
      { key: ['getAuctions', {}], data: home.auctions },
    ],
  }
}

async function nftPage(context: Context, given: string): Promise<Page> {
  const id = v.safeParse(NFTokenID, given)
  if (!id.success) return { meta: null, queries: [], status: 404 }
  const reply = await getNft(context, id.output)
  const { metadata } = reply.nft
  const { siteOrigin } = context.settings
  return {
    queries: [{ key: ['getNft', { query: { id: id.output } }], data: reply }],
    meta: {
      title: `${metadata?.name ?? 'NFT'} · OPX`,
      description: tagline,
      image:
        metadata?.image === undefined || metadata.image === null
          ? null
          : `${siteOrigin}${sizedImage(metadata.image.src, { w: 1200 })}`,
      canonical: `${siteOrigin}/nft/${id.output}`,
    },
  }
}

async function collectionPage(context: Context, given: string, rest: string): Promise<Page> {
  const id = v.safeParse(CollectionId, given)
  if (!id.success) return { meta: null, queries: [], status: 404 }
  const collection = await getCollection(context, id.output)
  const { siteOrigin } = context.settings
  return {
    queries: [{ key: ['getCollection', { query: { id: id.output } }], data: collection }],
    meta: {
      title: `${collection.name} · OPX`,
      description: tagline,
      image:
        collection.thumbnail === null
          ? null
          : `${siteOrigin}${sizedImage(collection.thumbnail.src, { w: 1200 })}`,
      canonical: `${siteOrigin}/collection/${id.output}${rest}`,
    },
  }
}

/** A page whose data is fetched by the client. */
function plainPage({ settings }: Context, title: string, path: string): Page {
  return {
    queries: [],
    meta: {
      title: `${title} · OPX`,
      description: tagline,
      image: null,
      canonical: `${settings.siteOrigin}${path}`,
    },
  }
}

/** A page whose data cannot be read is still sent: the client shows the error and tries again. */
async function orBare(work: Promise<Page>, context: Context): Promise<Page> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found')
      return { meta: null, queries: [], status: 404 }
    context.log.error('page_data_failed', { ...errorFacts(error) })
    return { meta: null, queries: [] }
  }
}

async function send(http: Http, shell: Shell, page: Page): Promise<Response> {
  const html = await shell(http.req.raw)
  const filled = fillPage(html, { settings: getSettings(http.var.context), queries: page.queries }, page.meta)
  return new Response(filled.body, {
    status: page.status ?? 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

/** Pages that people open: the client with the first screen's data and its social metadata in it. */
export function pageRoutes(app: Hono<AppEnv>, shell: Shell) {
  app.get('/', async (http) => send(http, shell, await orBare(homePage(http.var.context), http.var.context)))
  app.get('/collections_explorer', (http) =>
    send(http, shell, plainPage(http.var.context, 'Collections', '/collections_explorer')),
  )
  app.get('/search/:query', (http) => {
    const query = http.req.param('query')
    return send(
      http,
      shell,
      plainPage(http.var.context, `Search: ${query}`, `/search/${encodeURIComponent(query)}`),
    )
  })
  app.get('/collection/:id/:tab{items|activity}?', async (http) => {
    const { context } = http.var
    const tab = http.req.param('tab')
    const rest = tab === undefined || tab === 'items' ? '' : `/${tab}`
    return send(http, shell, await orBare(collectionPage(context, http.req.param('id'), rest), context))
  })
  app.get('/nft/:id', async (http) =>
    send(http, shell, await orBare(nftPage(http.var.context, http.req.param('id')), http.var.context)),
  )
}

/** Files as they are; a path that is no file is the client's page, which sends unknown ones home. A missing asset is a 404. */
export function fallbackRoute(
  app: Hono<AppEnv>,
  shell: Shell,
  files: (request: Request) => Promise<Response>,
) {
  app.get('*', async (http) => {
    const file = await files(http.req.raw)
    if (file.status === 404 && !/\.\w+$|^\/assets\//.test(http.req.path)) {
      return send(http, shell, { queries: [], meta: null })
    }
    // A fetched answer's headers cannot be changed; ours go on a copy.
    return new Response(file.body, file)
  })
}
