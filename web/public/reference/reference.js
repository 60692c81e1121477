// Lets readers try out calls and filter the list. The reference works without this file.
;(() => {
  const token = document.querySelector('#token')
  const shownAtMost = 200_000

  const entries = (form, place) =>
    Array.from(form.querySelectorAll(`[data-in="${place}"]`))
      .map((field) => [field.name, field.value.trim()])
      .filter(([, value]) => value !== '')

  function requestOf(form) {
    const { method, path, asks } = form.dataset
    let address = path
    for (const [name, value] of entries(form, 'path'))
      address = address.replace(`{${name}}`, encodeURIComponent(value))
    const query = new URLSearchParams(entries(form, 'query')).toString()
    const headers = {}
    if (token.value.trim() !== '') headers.authorization = `Bearer ${token.value.trim()}`
    if (asks === 'true') headers.prefer = 'respond-async'
    const body = form.querySelector('textarea')
    if (body !== null) headers['content-type'] = 'application/json'
    return [query === '' ? address : `${address}?${query}`, { method, headers, body: body?.value }]
  }

  async function send(form) {
    const status = form.querySelector('[role="status"]')
    const reply = form.querySelector('pre')
    status.textContent = 'Sending…'
    reply.hidden = true
    try {
      const [address, request] = requestOf(form)
      const started = performance.now()
      const response = await fetch(address, request)
      const text = await response.text()
      status.textContent = `${response.status} ${response.statusText} after ${Math.round(performance.now() - started)} ms`
      let shown = text
      try {
        shown = JSON.stringify(JSON.parse(text), null, 2)
      } catch {
        // Not JSON, so the text is shown unchanged.
      }
      reply.textContent = shown.length > shownAtMost ? `${shown.slice(0, shownAtMost)}\n…` : shown
      reply.hidden = false
    } catch {
      status.textContent = 'The site does not answer. Check the connection and send it again.'
    }
  }

  document.addEventListener('submit', (event) => {
    if (!event.target.matches('form[data-path]')) return
    event.preventDefault()
    void send(event.target)
  })

  const filter = document.querySelector('#filter')
  filter.addEventListener('input', () => {
    const wanted = filter.value.trim().toLowerCase()
    for (const group of document.querySelectorAll('nav section')) {
      const links = Array.from(group.querySelectorAll('li'))
      for (const link of links)
        link.hidden = !`${link.textContent} ${link.dataset.path}`.toLowerCase().includes(wanted)
      group.hidden = links.every((link) => link.hidden)
    }
  })
  for (const form of document.querySelectorAll('form[data-path]')) form.hidden = false
})()
