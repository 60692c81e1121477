// Runs before the first paint, so that a remembered theme never flashes. Dark unless the visitor chose light.
;(() => {
  const chosen = /(?:^|;\s*)opx_theme=(dark|light)/.exec(document.cookie)
  const page = document.documentElement
  const followsSystem = page.hasAttribute('data-follow-system')
  if (chosen) page.dataset.theme = chosen[1]
  else if (followsSystem) page.removeAttribute('data-theme')
  const color = document.querySelector('meta[name="theme-color"]')
  if (color && page.dataset.theme === 'light') color.setAttribute('content', '#fff8e9')
})()
