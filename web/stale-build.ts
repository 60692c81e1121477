import { reloadDocument } from '#web/ui/lazy-code.ts'
import { lacksNetwork } from '#web/ui/network.ts'

const key = 'opx_reloaded'
const pauseMs = 30_000

/**
 * After a release the code of a page may no longer exist: the document is reloaded once to get the new one. Without a
 * network a reload would only show the browser's error page, so the page shows its own message instead. The error's text is
 * changed for that: the router reloads the document when it reads the browser's text.
 */
export function reloadWhenStale(): void {
  let reloading = false
  window.addEventListener('vite:preloadError', (event) => {
    if (lacksNetwork()) {
      event.payload.message = `Not loaded without a network: ${event.payload.message}`
      return
    }
    // Other parts of the page fail, too, until the new document is loaded.
    if (reloading) {
      event.preventDefault()
      return
    }
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < pauseMs) return
    reloading = true
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    reloadDocument()
  })
}
