import type { RateLimiter } from '#worker/http/rate-limit.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import type { FollowerObject } from '#worker/live/follower.ts'
import type { ShardObject } from '#worker/live/shard.ts'
import type { FrameMaker, ImageMaker } from '#worker/handlers/pictures.ts'

/** The bindings of wrangler.toml that the worker uses. Source: developers.cloudflare.com/workers/runtime-apis */
export interface Bindings {
  ASSETS: { fetch(request: Request | string): Promise<Response> }
  IMAGES?: ImagesBinding
  MEDIA?: MediaBinding
  LIVE_SHARD?: DurableObjectNamespace<ShardObject>
  FOLLOWER?: DurableObjectNamespace<FollowerObject>
  RATE_LIMIT_READ?: RateLimiter
  RATE_LIMIT_KEY?: RateLimiter
  RATE_LIMIT_SIGN?: RateLimiter
  RATE_LIMIT_ADD?: RateLimiter
  REQUEST_EVENTS?: AnalyticsEngineDataset
  METRIC_EVENTS?: AnalyticsEngineDataset
  [setting: string]: unknown
}

/**
 * Resizes pictures through the Images binding. Without the binding, or for a broken picture, the original is served.
 */
export function imageMaker(images: ImagesBinding | undefined): ImageMaker {
  return {
    async resize(body, size) {
      if (images === undefined) return null
      const picture = await images
        .input(body)
        .transform({
          width: size.width,
          ...(size.height === null ? {} : { height: size.height }),
          fit: size.height === null ? 'scale-down' : 'cover',
        })
        .output({ format: size.format, quality: size.quality, anim: false })
      return picture.response()
    },
  }
}

/** Resizes pictures through an HTTP service: the picture is the body, and the query describes the result. */
export function imageService(url: string): ImageMaker {
  return {
    async resize(body, { width, height, quality, format }) {
      const query = new URLSearchParams({ width: String(width), quality: String(quality), format })
      if (height !== null) query.set('height', String(height))
      const reply = await fetch(`${url}/?${query.toString()}`, {
        method: 'POST',
        body: await new Response(body).arrayBuffer(),
      })
      if (reply.ok) return reply
      await reply.body?.cancel()
      throw new Error(`The image service answered ${reply.status}.`)
    },
  }
}

/** Size of video stills: the largest that the image gateway serves. */
const largestStill = { width: 1600, height: 1600 }

/** Extracts stills from videos through the Media binding. Without the binding there are no stills. */
export function frameMaker(media: MediaBinding | undefined): FrameMaker {
  return {
    async firstFrame(film) {
      if (media === undefined) return null
      const frame = media
        .input(film)
        .transform({ ...largestStill, fit: 'scale-down' })
        .output({ mode: 'frame', time: '0s', format: 'jpg' })
      return new Uint8Array(await (await frame.response()).arrayBuffer())
    },
  }
}

/** Extracts stills from videos through an HTTP service; the request body is the video. */
export function frameService(url: string): FrameMaker {
  return {
    async firstFrame(film) {
      const reply = await fetch(url, { method: 'POST', body: await new Response(film).arrayBuffer() })
      if (reply.ok) return new Uint8Array(await reply.arrayBuffer())
      throw new Error(`The service of stills answered ${reply.status}: ${await reply.text()}`)
    },
  }
}

// The DOM types, which the client needs, do not include a default cache.
declare const caches: { default: Cache }

/** The cache of the data center in which the worker runs. */
export const edgeCache: EdgeCache = {
  match: (key, range) =>
    caches.default.match(range === undefined ? key : new Request(key, { headers: { range } })),
  put: (key, response) => caches.default.put(key, response),
}
