import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Returns the path for which the document was loaded. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined ? location.pathname : new URL(entry.name).pathname
}

/**
 * Returns true if the document was loaded for the draws page; otherwise reloads it. Leaving the page also loads a new
 * document, because only this one may connect to other hosts.
 */
export function useOwnDocument(): boolean {
  const router = useRouter()
  const [isOwn] = useState(() => loadedPath() === location.pathname)
  useEffect(() => {
    if (!isOwn) location.replace(location.href)
  }, [isOwn])
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next }) => {
      if (next.pathname === current.pathname) return false
      location.assign(next.pathname + router.options.stringifySearch(next.search))
      return true
    },
  })
  return isOwn
}
