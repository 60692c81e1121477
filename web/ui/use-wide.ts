import { useSyncExternalStore } from 'react'

/** From this width on, lists have their filters beside them. The style sheets have the same number. */
const wide = '(min-width: 1024px)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
