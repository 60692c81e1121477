import type { Hono } from 'hono'
import * as v from 'valibot'
import { sizedImage } from '#worker/contract/media.ts'
import { NFTokenID } from '#worker/contract/nfts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { getSettings } from '#worker/domain/market/get-settings.ts'
import { readHome } from '#worker/domain/market/home.ts'
import type { Context } from '#worker/domain/context.ts'
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

/** A page whose data cannot be read is still sent: the client shows the error and tries again. */
async function orBare(work: Promise<Page>, context: Context): Promise<Page> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found')
      return { meta: null, queries: [], status: 404 }
    context.log.error('page_data_failed', { message: error instanceof Error ? error.message : String(error) })
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
  app.get('/nft/:id', async (http) =>
    send(http, shell, await orBare(nftPage(http.var.context, http.req.param('id')), http.var.context)),
  )
}
