import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { findFile } from '#worker/domain/media/find-file.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import type { PictureFormat, Sized } from '#worker/http/media-request.ts'
import { onceAtATime } from '#worker/http/once-at-a-time.ts'

export interface ImageMaker {
  /** The picture in the size asked for, or null when pictures cannot be sized here. Throws for a broken picture. */
  resize(body: ReadableStream<Uint8Array>, size: Sized): Promise<Response | null>
}

export interface Picture {
  bytes: ArrayBuffer
  format: PictureFormat
  /** Where it is from: the cache, made for this request, or made for another one that came just before. */
  from: 'kept' | 'made' | 'joined'
}

const sizable = /^image\/(png|jpeg|webp|avif)$/

/** Sizes pictures and keeps them at the edge: identical requests that come together make one picture. */
export function createPictures(images: ImageMaker, cache: EdgeCache) {
  const once = onceAtATime<Picture | null>()

  const keyOf = (context: Context, path: string, size: Sized) =>
    `${context.settings.siteOrigin}/media/ipfs/${path}?w=${size.width}&h=${size.height ?? ''}&q=${size.quality}&f=${size.format}`

  async function findKept(key: string, size: Sized): Promise<Picture | null> {
    const kept = await cache.match(key)
    return kept === undefined ? null : { bytes: await kept.arrayBuffer(), format: size.format, from: 'kept' }
  }

  async function make(context: Context, path: string, size: Sized, key: string): Promise<Picture | null> {
    // Somebody else's may have come about between the caller's look and its turn.
    const kept = await findKept(key, size)
    if (kept !== null) return kept
    const file = await findFile(context, path)
    if (file === null) return null
    if (!sizable.test(file.contentType)) {
      await file.body?.cancel()
      return null
    }
    try {
      const made = await images.resize(file.body, size)
      if (made === null) return null
      const bytes = await made.arrayBuffer()
      const headers = { 'content-type': size.format, 'cache-control': 'public, max-age=31536000, immutable' }
      await cache.put(key, new Response(bytes, { headers }))
      return { bytes, format: size.format, from: 'made' }
    } catch (error) {
      // A picture that cannot be read is sent as it is: browsers are more forgiving.
      context.log.warn('picture_not_sized', { path, ...errorFacts(error) })
      return null
    }
  }

  return {
    /** A picture that is kept already, or null. */
    find: (context: Context, path: string, size: Sized) => findKept(keyOf(context, path, size), size),
    /** The picture, made once for all who ask now; null when the file is to be sent as it is. */
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
