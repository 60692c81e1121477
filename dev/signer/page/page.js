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
  // The stack may be stopping: the next poll decides.
  setInterval(() => refresh().catch(() => undefined), refreshMs)
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent === 'yes') return event.preventDefault()
    form.dataset.sent = 'yes'
    event.submitter?.setAttribute('aria-busy', 'true')
  })
}

// With a dozen accounts the chosen one may be out of view.
document.querySelector('.account:has(:checked)')?.scrollIntoView({ block: 'nearest' })

// Choosing an account on the first page submits the form.
const chooser = document.querySelector('form[action="/wallet/account"]')
chooser?.addEventListener('change', () => chooser.requestSubmit())
