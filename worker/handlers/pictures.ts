import { ipfsSource } from '#contract/rules/media.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { findFile, type StoredObject } from '#worker/domain/media/find-file.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import type { PictureFormat, Sized } from '#worker/http/media-request.ts'
import { onceAtATime } from '#worker/http/once-at-a-time.ts'

export interface ImageMaker {
  /** The picture in the given size, or null when pictures cannot be resized here. Throws for a broken picture. */
  resize(body: ReadableStream<Uint8Array>, size: Sized): Promise<Response | null>
}

export interface Picture {
  /** A picture for several concurrent requests is in memory; a cached one is streamed. */
  body: ArrayBuffer | ReadableStream<Uint8Array> | null
  format: PictureFormat
  /** Its source: the cache, this request, or another simultaneous request. */
  from: 'kept' | 'made' | 'joined'
}

const resizable = /^image\/(png|jpeg|webp|avif)$/

/** Maximum picture size of a card. Above it an animation is a still picture in every size, and a drawing is none. */
export const maxCardBytes = 1024 * 1024

/** A GIF keeps moving where it is small; files from IPFS gateways have no known size (0). */
export const isResizable = ({ contentType, bytes }: Pick<StoredObject, 'contentType' | 'bytes'>) =>
  resizable.test(contentType) || (contentType === 'image/gif' && (bytes === 0 || bytes > maxCardBytes))

/** Resizes pictures and caches them at the edge; simultaneous identical requests generate one picture. */
export function createPictures(images: ImageMaker, cache: EdgeCache) {
  const once = onceAtATime<Picture | null>()

  const keyOf = (context: Context, path: string, size: Sized) =>
    `${context.settings.siteOrigin}${ipfsSource(path)}?w=${size.width}&h=${size.height ?? ''}&q=${size.quality}&f=${size.format}`

  async function findKept(key: string, size: Sized): Promise<Picture | null> {
    const copy = await cache.match(key)
    return copy === undefined ? null : { body: copy.body, format: size.format, from: 'kept' }
  }

  async function make(context: Context, path: string, size: Sized, key: string): Promise<Picture | null> {
    // Another request may have generated it since the caller looked.
    const copy = await findKept(key, size)
    if (copy !== null) return { ...copy, body: await new Response(copy.body).arrayBuffer() }
    const file = await findFile(context, path)
    if (file === null) return null
    if (!isResizable(file)) {
      await file.body?.cancel()
      return null
    }
    try {
      const reply = await images.resize(file.body, size)
      if (reply === null) return null
      const bytes = await reply.arrayBuffer()
      const headers = { 'content-type': size.format, 'cache-control': 'public, max-age=31536000, immutable' }
      await cache.put(key, new Response(bytes, { headers }))
      return { body: bytes, format: size.format, from: 'made' }
    } catch (error) {
      // A picture that cannot be decoded is sent unchanged: browsers are more tolerant.
      context.log.warn('picture_not_sized', { path, ...errorFacts(error) })
      return null
    }
  }

  return {
    /** A picture from the cache, or null. */
    find: (context: Context, path: string, size: Sized) => findKept(keyOf(context, path, size), size),
    /** The picture, generated once for simultaneous requests; null when the original file is sent. */
    async make(context: Context, path: string, size: Sized): Promise<Picture | null> {
      const key = keyOf(context, path, size)
      const { result, joined } = await once(
        key,
        () => make(context, path, size, key),
        (work) => context.afterReply(work),
      )
      return result?.from === 'made' && joined ? { ...result, from: 'joined' } : result
    },
  }
}
