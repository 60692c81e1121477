import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The path that the document was loaded for. */
function loadedPath(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined ? location.pathname : new URL(entry.name).pathname
}

/**
 * Only the document of the page of draws may connect to other hosts. It is loaded for this page, and left by loading another
 * document. Returns true if the document is the right one.
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
