// Runs before the first paint. Sets the theme: dark unless the visitor chose light; a page without data-theme (the legal
// documents) follows the system until the visitor chooses. Starts the application.
;(() => {
  const chosen = /(?:^|;\s*)opx_theme=(dark|light)/.exec(document.cookie)
  const page = document.documentElement
  if (chosen) page.dataset.theme = chosen[1]
  const color = document.querySelector('meta[name="theme-color"]')
  if (color && page.dataset.theme === 'light') color.setAttribute('content', '#fff8e9')

  const { app } = document.currentScript.dataset
  if (!app) return
  // Maximum time to wait for the first pictures, which load before the application so that they need not share the
  // connection.
  const maxWaitMs = 2000
  const waited = () => new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // Resolves at the first paint. Before it, styles may be missing and pictures have no position yet.
  const firstPaint = () =>
    new Promise((resolve) => {
      new PerformanceObserver((entries) => {
        if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
      }).observe({ type: 'paint', buffered: true })
    })
  const isInView = (picture) => {
    const { width, top } = picture.getBoundingClientRect()
    return width > 0 && top < innerHeight
  }
  const painted = (picture) => picture.decode().catch(frame).then(frame).then(frame)
  const pictures = () => [...document.querySelectorAll('[data-first-paint] img')]
  const paintedAll = async () => {
    await firstPaint()
    await Promise.all(pictures().filter(isInView).map(painted))
  }
  document.addEventListener('DOMContentLoaded', async () => {
    if (pictures().length > 0 && !document.hidden) await Promise.race([paintedAll(), waited()])
    await import(app)
  })
})()
