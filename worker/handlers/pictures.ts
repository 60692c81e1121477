import { imageSteps } from '#contract/rules/media.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import type { FoundFile } from '#worker/domain/media/find-file.ts'

export type { FrameMaker } from '#worker/domain/media/find-still.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import type { PictureFormat, Sized } from '#worker/http/media-request.ts'
import { onceAtATime } from '#worker/http/once-at-a-time.ts'
import { keepingTime, type MediaAddress } from './files.ts'

export interface ImageMaker {
  /**
   * Returns the picture in the given size; null if this runtime cannot resize pictures. Throws for a broken picture.
   */
  resize(body: ReadableStream<Uint8Array>, size: Sized): Promise<Response | null>
}

export interface Picture {
  /** The bytes: in memory if several concurrent requests share the picture, a stream if it comes from the cache. */
  body: ArrayBuffer | ReadableStream<Uint8Array> | null
  format: PictureFormat
  /** The source: the cache, this request, or another simultaneous request. */
  from: 'kept' | 'made' | 'joined'
  /** Cache lifetime, as a `cache-control` value. */
  keeping: string
}

/** Types of pictures that can be resized. Of an animated picture, only the first frame is used. */
const resizable = /^image\/(png|jpeg|webp|avif|heic|gif)$/

/** Maximum number of bytes that a card loads. A larger drawing is not shown on a card. */
export const maxCardBytes = 200_000
/** Maximum width that cards request. The page of a work uses larger widths. */
const maxCardWidth = 800
/** Qualities to try for a picture that is too large for a card, before smaller widths. */
const lowerQualities = [40, 30]

export const isResizable = ({ contentType }: Pick<FoundFile, 'contentType'>) => resizable.test(contentType)

/** Yields the sizes of a picture to try, until one is small enough for a card. */
function* listAttempts(size: Sized): Generator<Sized> {
  yield size
  if (size.width > maxCardWidth) return
  for (const quality of lowerQualities) if (quality < size.quality) yield { ...size, quality }
  for (const width of imageSteps.toReversed())
    if (width < size.width)
      yield {
        ...size,
        width,
        height: size.height === null ? null : Math.round((size.height * width) / size.width),
        quality: 30,
      }
}

/**
 * Returns a picture in the requested size, or in the best smaller size that a card may load. Null if this runtime
 * cannot resize pictures.
 */
export async function resizePicture(
  images: ImageMaker,
  body: ReadableStream<Uint8Array>,
  size: Sized,
): Promise<ArrayBuffer | null> {
  let result: ArrayBuffer | null = null
  for (const attempt of listAttempts(size)) {
    // Further attempts start with the picture in the requested size, which is small.
    const reply = await images.resize(result === null ? body : new Blob([result]).stream(), attempt)
    if (reply === null) return null
    result = await reply.arrayBuffer()
    if (result.byteLength <= maxCardBytes) break
  }
  return result
}

/** Resizes pictures and caches them at the edge; simultaneous identical requests generate one picture. */
export function createPictures(images: ImageMaker, cache: EdgeCache) {
  const once = onceAtATime<Picture | null>()

  const keyOf = (context: Context, { src }: MediaAddress, size: Sized) =>
    `${context.settings.siteOrigin}${src}?w=${size.width}&h=${size.height ?? ''}&q=${size.quality}&f=${size.format}`

  async function findKept(key: string, size: Sized): Promise<Picture | null> {
    const copy = await cache.match(key)
    return copy === undefined
      ? null
      : {
          body: copy.body,
          format: size.format,
          from: 'kept',
          keeping: copy.headers.get('cache-control') ?? 'no-cache',
        }
  }

  async function make(
    context: Context,
    media: MediaAddress,
    size: Sized,
    key: string,
  ): Promise<Picture | null> {
    // Another request may have generated the picture since the caller checked.
    const copy = await findKept(key, size)
    if (copy !== null) return { ...copy, body: await new Response(copy.body).arrayBuffer() }
    const file = await media.find(context)
    if (file === null) return null
    if (!isResizable(file)) {
      await file.body?.cancel()
      return null
    }
    try {
      const bytes = await resizePicture(images, file.body, size)
      if (bytes === null) return null
      const keepSeconds = keepingTime(file)
      const headers = { 'content-type': size.format, 'cache-control': keepSeconds }
      await cache.put(key, new Response(bytes, { headers }))
      return { body: bytes, format: size.format, from: 'made', keeping: keepSeconds }
    } catch (error) {
      // A picture that cannot be decoded is sent unchanged: browsers are more tolerant.
      context.log.warn('picture_not_sized', { src: media.src, ...errorFacts(error) })
      return null
    }
  }

  return {
    /** Returns a picture from the cache, or null. */
    find: (context: Context, media: MediaAddress, size: Sized) => findKept(keyOf(context, media, size), size),
    /** Returns the picture, generated once for simultaneous requests; null if the original file is sent instead. */
    async make(context: Context, media: MediaAddress, size: Sized): Promise<Picture | null> {
      const key = keyOf(context, media, size)
      const { result, hasJoined } = await once(
        key,
        () => make(context, media, size, key),
        (work) => context.afterReply(work),
      )
      return result?.from === 'made' && hasJoined ? { ...result, from: 'joined' } : result
    },
  }
}
