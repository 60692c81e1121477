import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 768px)'
const phones = /Android|iPhone|iPad|iPod|Windows Phone|Mobile/i

/** Returns true for a phone, by its user agent, or for a width of 768 px or less. */
export function isMobile(userAgent: string, matchesNarrow: boolean): boolean {
  return matchesNarrow || phones.test(userAgent)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export function useMobile(): boolean {
  return useSyncExternalStore(subscribe, () => isMobile(navigator.userAgent, matchMedia(narrow).matches))
}
