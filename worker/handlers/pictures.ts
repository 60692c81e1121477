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
  /** The picture in the given size, or null when pictures cannot be resized here. Throws for a broken picture. */
  resize(body: ReadableStream<Uint8Array>, size: Sized): Promise<Response | null>
}

export interface Picture {
  /** A picture for several concurrent requests is in memory; a cached one is streamed. */
  body: ArrayBuffer | ReadableStream<Uint8Array> | null
  format: PictureFormat
  /** Where it came from: the cache, this request, or another simultaneous request. */
  from: 'kept' | 'made' | 'joined'
  /** How long caches may keep it, as `cache-control`. */
  keeping: string
}

/** Only the first frame of an animated picture is used. */
const resizable = /^image\/(png|jpeg|webp|avif|heic|gif)$/

/** The most that a card loads. A drawing larger than this has no picture there. */
export const maxCardBytes = 200_000
/** Cards request pictures up to this width. Larger ones are for the page of a work. */
const maxCardWidth = 800
/** Qualities that are tried for a picture that is too large for a card, before smaller widths. */
const lowerQualities = [40, 30]

export const isResizable = ({ contentType }: Pick<FoundFile, 'contentType'>) => resizable.test(contentType)

/** The sizes of a picture to try, until one is small enough for a card. */
function* attempts(size: Sized): Generator<Sized> {
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

/** A picture in the requested size, or in the best smaller one that a card may load. Null when pictures cannot be resized here. */
export async function resizePicture(
  images: ImageMaker,
  body: ReadableStream<Uint8Array>,
  size: Sized,
): Promise<ArrayBuffer | null> {
  let result: ArrayBuffer | null = null
  for (const attempt of attempts(size)) {
    // Further attempts begin with the picture in its size, which is small.
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
    // Another request may have generated it since the caller checked.
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
    /** A picture from the cache, or null. */
    find: (context: Context, media: MediaAddress, size: Sized) => findKept(keyOf(context, media, size), size),
    /** The picture, generated once for simultaneous requests; null when the original file is sent. */
    async make(context: Context, media: MediaAddress, size: Sized): Promise<Picture | null> {
      const key = keyOf(context, media, size)
      const { result, joined } = await once(
        key,
        () => make(context, media, size, key),
        (work) => context.afterReply(work),
      )
      return result?.from === 'made' && joined ? { ...result, from: 'joined' } : result
    },
  }
}
