// Runs before the first paint, so that a remembered theme never flashes. Dark unless the visitor chose light;
// a page without data-theme (the legal documents) follows the system until then.
;(() => {
  const chosen = /(?:^|;\s*)opx_theme=(dark|light)/.exec(document.cookie)
  const page = document.documentElement
  if (chosen) page.dataset.theme = chosen[1]
  const color = document.querySelector('meta[name="theme-color"]')
  if (color && page.dataset.theme === 'light') color.setAttribute('content', '#fff8e9')
})()
