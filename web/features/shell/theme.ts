import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

const page = document.documentElement
const listeners = new Set<() => void>()

function current(): Theme {
  return page.dataset.theme === 'light' ? 'light' : 'dark'
}

/** Changes the theme and remembers it for a year; `head.js` reads the cookie before the first paint. */
export function setTheme(theme: Theme): void {
  page.dataset.theme = theme
  // oxlint-disable-next-line unicorn/no-document-cookie -- the blocking script must read it without waiting
  document.cookie = `opx_theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
  const color = getComputedStyle(page).getPropertyValue('--surface').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}
