// Runs before the first paint. Sets the theme: dark unless the visitor chose light; a page without data-theme (the legal
// documents) follows the system until the visitor chooses. Also preloads the code of the opened page.
;(() => {
  const chosen = /(?:^|;\s*)opx_theme=(dark|light)/.exec(document.cookie)
  const page = document.documentElement
  if (chosen) page.dataset.theme = chosen[1]
  const color = document.querySelector('meta[name="theme-color"]')
  if (color && page.dataset.theme === 'light') color.setAttribute('content', '#fff8e9')

  const route = location.pathname.split('/')[1] || 'index'
  const files = document.currentScript.getAttribute(`data-route-${route}`)
  for (const href of files ? files.split(' ') : []) {
    const link = { rel: 'modulepreload', fetchPriority: 'low', href }
    document.head.append(Object.assign(document.createElement('link'), link))
  }
})()
