import { reloadDocument } from '#web/ui/lazy-code.ts'
import { lacksNetwork } from '#web/ui/network.ts'

const key = 'opx_reloaded'
const pauseMs = 30_000

/**
 * Reloads the document once if the code of a page no longer exists after a release. Without a network a reload would
 * only show the browser's error page, so the page shows its own message instead. Changes the error's text in this case,
 * because the router reloads the document when it recognizes the browser's text.
 */
export function reloadWhenStale(): void {
  let isReloading = false
  window.addEventListener('vite:preloadError', (event) => {
    if (lacksNetwork()) {
      event.payload.message = `Not loaded without a network: ${event.payload.message}`
      return
    }
    // Until the new document is loaded, other parts of the page fail as well.
    if (isReloading) {
      event.preventDefault()
      return
    }
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < pauseMs) return
    isReloading = true
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    reloadDocument()
  })
}
