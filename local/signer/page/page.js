// Optional: refreshes balances and requests, and prevents double submits. The page works without it.

const refreshMs = 3000

async function refresh() {
  if (document.hidden) return
  const response = await fetch('/wallet/state', { headers: { accept: 'application/json' } })
  if (!response.ok) return
  const { balances, inbox } = await response.json()
  for (const element of document.querySelectorAll('[data-balance]')) {
    const xrp = balances[element.dataset.balance]
    if (xrp !== undefined && xrp !== null && element.firstChild) element.firstChild.textContent = xrp
  }
  const requests = document.querySelector('#requests')
  const shown = [...document.querySelectorAll('.request')].map((link) => link.getAttribute('href'))
  if (requests && shown.join() !== inbox.map((uuid) => `/sign/${uuid}`).join()) location.reload()
}

if (document.body.dataset.refresh === 'yes') {
  // The stack may be stopping. The next poll tries again.
  setInterval(() => refresh().catch(() => undefined), refreshMs)
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent === 'yes') return event.preventDefault()
    form.dataset.sent = 'yes'
    event.submitter?.setAttribute('aria-busy', 'true')
  })
}

// With a dozen accounts, the selected account may be out of view.
document.querySelector('.account:has(:checked)')?.scrollIntoView({ block: 'nearest' })

// Choosing an account on the first page submits the form.
const chooser = document.querySelector('form[action="/wallet/account"]')
chooser?.addEventListener('change', () => chooser.requestSubmit())

const closeMs = 1500

/** Records how this tab reached the request: in a new tab, or from a page to which it can return. */
function noteArrival() {
  const known = sessionStorage.getItem('arrival')
  if (known !== null && JSON.parse(known).request === location.pathname) return
  const arrival = { request: location.pathname, length: history.length, from: document.referrer }
  sessionStorage.setItem('arrival', JSON.stringify(arrival))
}

/**
 * Closes a tab that was opened for the request; otherwise returns to the previous page. Never opens the site a second time.
 */
function leaveRequest() {
  const arrival = JSON.parse(sessionStorage.getItem('arrival') ?? 'null')
  if (arrival === null || arrival.request !== location.pathname) return
  const back = document.querySelector('#back')
  if (arrival.length === 1) {
    back?.remove()
    const words = document.querySelector('#tab')
    words.textContent = 'This tab closes. The page that you came from goes on.'
    setTimeout(() => {
      window.close()
      // Not every browser allows a page to close its tab.
      words.textContent = 'You can close this tab. The page that you came from goes on.'
    }, closeMs)
  } else if (arrival.from !== '' && back?.href.startsWith(new URL(arrival.from).origin)) {
    back.addEventListener('click', (event) => {
      event.preventDefault()
      history.go(arrival.length - history.length - 1)
    })
  }
}

if (location.pathname.startsWith('/sign/')) {
  if (document.querySelector('#tab') === null) noteArrival()
  else leaveRequest()
}
