import type { EdgeCache } from './edge-cache.ts'
import { edgeCopies } from './edge-copies.ts'
import { onceAtATime } from './once-at-a-time.ts'

/** The content of a page, and whether other visitors may share it. */
export interface Computed<T> {
  value: T
  isShared: boolean
}

export interface PublicPages {
  cache: EdgeCache
  /** Seconds for which the cache serves the data of a page; 0 disables caching. */
  freshSeconds: number
  siteOrigin: string
}

/**
 * Caches the data of pages that is the same for everyone, like the answers of `publicReads`: all visitors of a page
 * together cause one database query in `freshSeconds`. The value must be plain JSON, and `key` must contain nothing
 * that callers can vary freely.
 */
export function publicPages<T>({ cache, freshSeconds, siteOrigin }: PublicPages) {
  const copies = edgeCopies(cache, freshSeconds * 1000)
  const once = onceAtATime<Computed<T>>()
  return async (
    key: readonly unknown[],
    compute: () => Promise<Computed<T>>,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<T> => {
    if (freshSeconds === 0) return (await compute()).value
    // No route has this address, so the cache cannot be queried from outside.
    const address = `${siteOrigin}/page-data/${encodeURIComponent(JSON.stringify(key))}`
    const parse = (body: string): T => JSON.parse(body)

    async function renewCopy(): Promise<Computed<T>> {
      const page = await compute()
      if (page.isShared)
        await copies.keep({ body: JSON.stringify(page.value), etag: '', position: 0 }, address)
      return page
    }

    const hit = await copies.find(address)
    if (hit !== null) {
      if (!hit.isFresh) waitUntil(once(address, renewCopy, waitUntil))
      return parse(hit.copy.body)
    }
    /** Returns the copy that another request may have cached since this one checked, or computes the page. */
    async function findOrCompute(): Promise<Computed<T>> {
      const hit = await copies.find(address)
      return hit === null ? renewCopy() : { value: parse(hit.copy.body), isShared: true }
    }
    return (await once(address, findOrCompute, waitUntil)).result.value
  }
}
