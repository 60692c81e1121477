// The service worker. Shows an offline page without a network, and push messages. Never caches pages and calls, so that no
// build and no price can be stale. Served with `no-cache`; a new version takes over immediately.
const cacheName = 'opx-offline-1'
/** Cache with the keys of the notifications that were already shown. */
const shownName = 'opx-shown'
/** Language of the page that registered this script. */
const [, language = ''] = /^\?lang=([a-z]{2})$/.exec(location.search) ?? []
const offlinePage = language === '' ? '/offline' : `/offline.${language}`
const offlineFiles = [offlinePage, '/head.js', '/legal/house.css', '/legal/legal.css']

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName)
    await cache.addAll(offlineFiles.map((path) => new Request(path, { cache: 'reload' })))
  }
  event.waitUntil(keep())
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = await caches.keys()
    await Promise.all(
      names.filter((name) => name !== cacheName && name !== shownName).map((name) => caches.delete(name)),
    )
    // Page requests start without waiting for this worker to start.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

const kept = async (path) => (await caches.match(path, { cacheName })) ?? Response.error()

async function visit({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return kept(offlinePage)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(visit(event))
  // Resources of the offline page.
  else if (origin === location.origin && offlineFiles.includes(pathname))
    event.respondWith(fetch(request).catch(() => kept(pathname)))
})

/** Longer than the three days for which a push service stores messages at most. */
const rememberMs = 7 * 86_400_000

/** Returns true if the device has not shown one of these notifications yet. A push service may deliver a message twice. */
async function isNew(keys) {
  const cache = await caches.open(shownName)
  const matches = await Promise.all(keys.map((key) => cache.match(`/shown/${key}`)))
  return matches.includes(undefined)
}

async function remember(keys) {
  const cache = await caches.open(shownName)
  await Promise.all(keys.map((key) => cache.put(`/shown/${key}`, new Response(String(Date.now())))))
  for (const request of await cache.keys()) {
    const at = Number(await (await cache.match(request))?.text())
    if (at < Date.now() - rememberMs) await cache.delete(request)
  }
}

async function show({ keys, title, text, path }) {
  if (await isNew(keys)) {
    // With a tag, a notification that is shown again after a crash replaces itself.
    const tag = keys.length === 1 ? keys[0] : 'opx-several'
    await self.registration.showNotification(title, {
      body: text,
      tag,
      icon: '/icon-192.png',
      data: { path },
    })
    await remember(keys)
  }
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage('opx-notification', { transfer: [] })
}

self.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const open = async () => {
    // Opens only pages of this site.
    const { href } = new URL(event.notification.data?.path ?? '/', location.origin)
    const pages = await self.clients.matchAll({ type: 'window' })
    const page = pages.find((one) => one.focused) ?? pages[0]
    if (page === undefined) return self.clients.openWindow(href)
    await page.focus()
    return page.navigate(href)
  }
  event.waitUntil(open())
})
