import type { Hono } from 'hono'
import { errorFacts } from '#worker/contract/error-facts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { findFile, type StoredObject } from '#worker/domain/media/find-file.ts'
import { ipfsPathOf, parseSize, type Sized } from '#worker/http/media-request.ts'
import type { AppEnv } from './app-env.ts'

/** Files are named by their content, so an answer never changes. */
const forever = 'public, max-age=31536000, immutable'

/** A file of strangers must not run anything: no script, no origin of ours (sandbox without allow-same-origin). */
const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

export interface ImageMaker {
  /** The picture in the size asked for, or null when pictures cannot be sized here. Throws for a broken picture. */
  resize(body: ReadableStream<Uint8Array>, size: Sized): Promise<Response | null>
}

/** The edge's own cache. Source: developers.cloudflare.com/workers/runtime-apis/cache */
export interface EdgeCache {
  match(key: string): Promise<Response | undefined>
  put(key: string, response: Response): Promise<void>
}

const sizable = /^image\/(png|jpeg|webp|avif)$/

function wholeFile(file: StoredObject): Response {
  const inline = /^(image|video|audio)\/|^application\/pdf$/.test(file.contentType)
  return new Response(file.body, {
    status: file.range === null ? 200 : 206,
    headers: {
      'content-type': inline ? file.contentType : 'application/octet-stream',
      'cache-control': forever,
      'accept-ranges': 'bytes',
      'content-security-policy': sandboxPolicy,
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

/** A picture in a size, or the whole file when it is none that can be sized. */
async function sizedPicture(
  context: Context,
  images: ImageMaker,
  path: string,
  size: Sized,
): Promise<Response> {
  const file = await findOrRefuse(context, path)
  if (!sizable.test(file.contentType)) return wholeFile(file)
  try {
    const made = await images.resize(file.body, size)
    if (made !== null) {
      const headers = {
        'content-type': size.format,
        'cache-control': forever,
        vary: 'accept',
        'content-security-policy': sandboxPolicy,
      }
      return new Response(made.body, { headers })
    }
  } catch (error) {
    // A picture that cannot be read is sent as it is: browsers are more forgiving.
    context.log.warn('picture_not_sized', {
      path,
      ...errorFacts(error),
    })
  }
  return wholeFile(await findOrRefuse(context, path))
}

export function mediaRoutes(app: Hono<AppEnv>, images: ImageMaker, cache: EdgeCache) {
  app.get('/media/ipfs/:path{.+}', async (http) => {
    const { context } = http.var
    const path = ipfsPathOf(http.req.param('path'))
    const size = parseSize(http.req.query(), http.req.header('accept') ?? '')
    if (size === null) return wholeFile(await findOrRefuse(context, path, http.req.header('range')))
    const key = `${context.settings.siteOrigin}/media/ipfs/${path}?w=${size.width}&h=${size.height ?? ''}&q=${size.quality}&f=${size.format}`
    const kept = await cache.match(key)
    if (kept !== undefined) return new Response(kept.body, kept)
    const made = await sizedPicture(context, images, path, size)
    http.executionCtx.waitUntil(cache.put(key, made.clone()))
    return made
  })
}
