// Runs before the first paint. Sets the theme: dark unless the visitor chose light; a page without data-theme (the legal
// documents) follows the system until the visitor chooses. Starts the application and the code of the opened page.
;(() => {
  const chosen = /(?:^|;\s*)opx_theme=(dark|light)/.exec(document.cookie)
  const page = document.documentElement
  if (chosen) page.dataset.theme = chosen[1]
  const color = document.querySelector('meta[name="theme-color"]')
  if (color && page.dataset.theme === 'light') color.setAttribute('content', '#fff8e9')

  const names = document.currentScript.dataset
  if (!names.app) return
  const route = location.pathname.split('/')[1] || 'index'
  const app = names.app.split(' ')
  const files = app.concat(document.currentScript.getAttribute(`data-route-${route}`)?.split(' ') ?? [])

  // The first picture has the connection to itself until it is painted, or for this long.
  const maxWaitMs = 2000
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const painted = (picture) => picture.decode().catch(frame).then(frame).then(frame)
  const waited = () => new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  const preload = (link) => document.head.append(Object.assign(document.createElement('link'), link))
  document.addEventListener('DOMContentLoaded', async () => {
    const picture = document.querySelector('[data-first-paint] img')
    if (picture && !document.hidden) await Promise.race([painted(picture), waited()])
    // The first paint has no text in this face.
    preload({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: names.font })
    for (const href of files) preload({ rel: 'modulepreload', href })
    const started = import(app[0])
    // The first use of Intl loads its data: 20 ms on a desktop, 90 on a phone. Until the code is there, nobody waits for that.
    setTimeout(() => new Intl.NumberFormat(page.lang))
    await started
  })
})()
