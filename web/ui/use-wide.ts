import { useSyncExternalStore } from 'react'

/** From this width, lists have their filters beside them. Keep in step with the style sheets. */
const wide = '(min-width: 1024px)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
