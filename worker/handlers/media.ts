import { sentence } from '#contract/words/sentence.ts'
import type { Context as HttpContext, Hono } from 'hono'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { beginningOf } from '#worker/domain/media/find-beginning.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import { acceptedFormats, ipfsPathOf, parseSize } from '#worker/http/media-request.ts'
import type { AppEnv } from './app-env.ts'
import {
  copiedMedia,
  createFiles,
  createStills,
  type MediaAddress,
  onIpfs,
  partOf,
  publicHeaders,
} from './files.ts'
import {
  createPictures,
  type FrameMaker,
  type ImageMaker,
  isResizable,
  maxCardBytes,
  type Picture,
} from './pictures.ts'

const pictureHeaders = (picture: Picture, best: boolean) => ({
  'content-type': picture.format,
  // If a better format for the browser will follow, the reply is cached only briefly.
  'cache-control': best ? picture.keeping : 'public, max-age=60, stale-while-revalidate=600',
  vary: 'accept',
  'x-picture': picture.from,
  ...publicHeaders,
})

export interface MediaSettings {
  images: ImageMaker
  frames: FrameMaker
  cache: EdgeCache
  /** True if AVIF is generated: a third smaller than WebP, but several times slower to generate. */
  avif: boolean
}

/**
 * Returns a body of at most `maxBytes`; null for a longer one. IPFS gateways do not always state the length of a file.
 */
async function readSmall(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(Uint8Array.from(chunk))
  }
  return new Blob(chunks)
}

/**
 * Serves pictures in the requested size. The first visitor of a picture gets the format that is quick to generate. AVIF
 * is generated after the response and served from then on.
 */
export function mediaRoutes(app: Hono<AppEnv>, { images, frames, cache, avif }: MediaSettings) {
  const pictures = createPictures(images, cache)
  const files = createFiles(cache)
  async function findOrRefuse(context: Context, media: MediaAddress, range?: string): Promise<Response> {
    const file = await files.find(context, media, range)
    if (file !== null) return file
    throw new Refusal('not_found', sentence('This file is neither in our store nor on IPFS at the moment.'))
  }
  /** Serves the original instead of a sized picture, if it is small enough for a page of cards. */
  async function inPlaceOfSize(file: Response): Promise<Response> {
    if (file.body === null) return file
    const length = file.headers.get('content-length')
    const small =
      length === null || Number(length) <= maxCardBytes ? await readSmall(file.body, maxCardBytes) : null
    if (small !== null) return new Response(small, file)
    if (!file.bodyUsed) await file.body.cancel()
    throw new Refusal(
      'not_found',
      'This address of a file has none in this size. Ask for it without w, h and q.',
    )
  }
  async function serve(http: HttpContext<AppEnv>, media: MediaAddress): Promise<Response> {
    const { context } = http.var
    if (http.req.query('part') === 'first') {
      const range = http.req.header('range')
      return partOf(await findOrRefuse(context, beginningOf(media), range), range)
    }
    const size = parseSize(http.req.query())
    if (size === null) return findOrRefuse(context, media, http.req.header('range'))
    const formats = acceptedFormats(http.req.header('accept') ?? '', avif)
    const quick = formats.find((format) => format !== 'image/avif') ?? 'image/jpeg'
    for (const format of new Set([formats[0] ?? quick, quick])) {
      const picture = await pictures.find(context, media, { ...size, format })
      if (picture !== null)
        return new Response(picture.body, { headers: pictureHeaders(picture, format === formats[0]) })
    }
    // A drawing is the same in every size, so it is not fetched from the store again.
    const original = await files.findKept(context, media)
    const contentType = original?.headers.get('content-type') ?? ''
    if (original !== undefined && !isResizable({ contentType })) return inPlaceOfSize(original)
    await original?.body?.cancel()
    const picture = await pictures.make(context, media, { ...size, format: quick })
    if (picture === null) return inPlaceOfSize(await findOrRefuse(context, media))
    if (formats[0] === 'image/avif') {
      http.executionCtx.waitUntil(pictures.make(context, media, { ...size, format: 'image/avif' }))
    }
    return new Response(picture.body, { headers: pictureHeaders(picture, quick === formats[0]) })
  }
  const still = createStills(frames, cache)
  app.get('/media/ipfs/:path{.+}', (http) => serve(http, onIpfs(ipfsPathOf(http.req.param('path')))))
  app.get('/media/web/:id{[0-9a-f]{64}}', (http) => serve(http, copiedMedia(http.req.param('id'))))
  app.get('/media/stills/ipfs/:path{.+}', (http) =>
    serve(http, still(onIpfs(ipfsPathOf(http.req.param('path'))))),
  )
  app.get('/media/stills/web/:id{[0-9a-f]{64}}', (http) =>
    serve(http, still(copiedMedia(http.req.param('id')))),
  )
}
