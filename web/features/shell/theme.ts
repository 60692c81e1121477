import { createStore, useStore } from '#web/ui/store.ts'

export type Theme = 'dark' | 'light'

const page = document.documentElement
const current = createStore<Theme>(page.dataset.theme === 'light' ? 'light' : 'dark')

/** Changes the theme and stores it for a year. `head.js` reads the cookie before the first paint. */
export function setTheme(theme: Theme): void {
  page.dataset.theme = theme
  // oxlint-disable-next-line unicorn/no-document-cookie -- the blocking script must read it synchronously
  document.cookie = `opx_theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
  const color = getComputedStyle(page).getPropertyValue('--surface').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
  current.set(theme)
}

export const useTheme = (): Theme => useStore(current)
