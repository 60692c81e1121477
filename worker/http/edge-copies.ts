import type { EdgeCache } from './edge-cache.ts'

/** Maximum age of a stale copy that is served while it is refreshed, in multiples of its freshness. */
const staleFactor = 2
const keptAt = 'x-kept-at'
const eventAt = 'x-position'

/** A cached text. */
export interface Copy {
  body: string
  etag: string
  /** Position of the log up to which the copy includes every event; 0 if unknown. */
  position: number
}

/**
 * Manages copies at the edge that are fresh for `freshMs`. They may be served a little longer while they are refreshed.
 */
export function edgeCopies(cache: EdgeCache, freshMs: number) {
  return {
    async find(key: string): Promise<{ copy: Copy; isFresh: boolean } | null> {
      const response = await cache.match(key)
      const age =
        response === undefined ? Number.POSITIVE_INFINITY : Date.now() - Number(response.headers.get(keptAt))
      if (response === undefined || age >= freshMs * staleFactor) return null
      return {
        copy: {
          body: await response.text(),
          etag: response.headers.get('etag') ?? '',
          position: Number(response.headers.get(eventAt)),
        },
        isFresh: age < freshMs,
      }
    },
    async keep({ body, etag, position }: Copy, key: string): Promise<void> {
      const lifetime = Math.ceil((freshMs * staleFactor) / 1000)
      const headers = {
        'cache-control': `public, max-age=${lifetime}`,
        etag,
        [keptAt]: String(Date.now()),
        [eventAt]: String(position),
      }
      await cache.put(key, new Response(body, { headers }))
    },
  }
}
