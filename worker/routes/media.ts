import type { Hono } from 'hono'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { findFile, type StoredObject } from '#worker/domain/media/find-file.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import { acceptedFormats, ipfsPathOf, parseSize } from '#worker/http/media-request.ts'
import type { AppEnv } from './app-env.ts'
import { createPictures, type ImageMaker, type Picture } from './pictures.ts'

/** Files are named by their content, so an answer never changes. */
const forever = 'public, max-age=31536000, immutable'

/** Uploaded files must not execute anything: no script, and not on our origin (sandbox without allow-same-origin). */
const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

/** Other sites may embed published files. */
const publicHeaders = {
  'content-security-policy': sandboxPolicy,
  'cross-origin-resource-policy': 'cross-origin',
}

function wholeFile(file: StoredObject): Response {
  const inline = /^(image|video|audio)\/|^application\/pdf$/.test(file.contentType)
  return new Response(file.body, {
    status: file.range === null ? 200 : 206,
    headers: {
      'content-type': inline ? file.contentType : 'application/octet-stream',
      'cache-control': forever,
      'accept-ranges': 'bytes',
      ...publicHeaders,
      ...(file.bytes > 0 ? { 'content-length': String(file.bytes) } : {}),
      ...(file.range === null ? {} : { 'content-range': file.range }),
      ...(inline ? {} : { 'content-disposition': 'attachment' }),
    },
  })
}

async function findOrRefuse(context: Context, path: string, range?: string): Promise<StoredObject> {
  const file = await findFile(context, path, range)
  if (file !== null) return file
  throw new Refusal('not_found', 'This file is neither in our store nor on IPFS at the moment.')
}

const pictureHeaders = (picture: Picture, best: boolean) => ({
  'content-type': picture.format,
  // A format that is not the best one for the browser is cached briefly, until the better one exists.
  'cache-control': best ? forever : 'public, max-age=60, stale-while-revalidate=600',
  vary: 'accept',
  'x-picture': picture.from,
  ...publicHeaders,
})

export interface MediaSettings {
  images: ImageMaker
  cache: EdgeCache
  /** Whether AVIF is generated: a third smaller than WebP, and several times slower to generate. */
  avif: boolean
}

/**
 * The image gateway. The first visitor of a picture gets the format that is quick to generate; AVIF is generated after the response
 * and served from then on.
 */
export function mediaRoutes(app: Hono<AppEnv>, { images, cache, avif }: MediaSettings) {
  const pictures = createPictures(images, cache)
  app.get('/media/ipfs/:path{.+}', async (http) => {
    const { context } = http.var
    const path = ipfsPathOf(http.req.param('path'))
    const size = parseSize(http.req.query())
    if (size === null) return wholeFile(await findOrRefuse(context, path, http.req.header('range')))
    const formats = acceptedFormats(http.req.header('accept') ?? '', avif)
    const quick = formats.find((format) => format !== 'image/avif') ?? 'image/jpeg'
    for (const format of new Set([formats[0] ?? quick, quick])) {
      const kept = await pictures.find(context, path, { ...size, format })
      if (kept !== null)
        return new Response(kept.bytes, { headers: pictureHeaders(kept, format === formats[0]) })
    }
    const made = await pictures.make(context, path, { ...size, format: quick })
    if (made === null) return wholeFile(await findOrRefuse(context, path))
    if (formats[0] === 'image/avif') {
      http.executionCtx.waitUntil(pictures.make(context, path, { ...size, format: 'image/avif' }))
    }
    return new Response(made.bytes, { headers: pictureHeaders(made, quick === formats[0]) })
  })
}
