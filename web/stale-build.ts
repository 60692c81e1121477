const key = 'opx_reloaded'
const pauseMs = 30_000

/**
 * After a new release the code of a page may be gone: the document is reloaded once to get the new one. Without a
 * network that would leave nothing but the browser's own error page, so the page says what is missing instead.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) {
      event.preventDefault()
      return
    }
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < pauseMs) return
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    window.location.reload()
  })
}
