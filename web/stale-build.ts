const key = 'opx_reloaded'
const pauseMs = 30_000

/** After a new release the code of a page may be gone: the document is loaded again, once, to get the new one. */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < pauseMs) return
    event.preventDefault()
    sessionStorage.setItem(key, String(Date.now()))
    window.location.reload()
  })
}
