// The service worker: shows a page of its own while there is no network. Pages and calls always go to the network and are never
// kept, so that no build and no price can be stale. Served with `no-cache`; it takes over at once, because it holds no state.
const cacheName = 'opx-offline-1'
const offlinePage = '/offline'
const offlineFiles = [offlinePage, '/legal/house.css', '/legal/legal.css']

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
    await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
    // The request of a page does not wait for this worker to start.
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
  // The styles of the page above.
  else if (origin === location.origin && offlineFiles.includes(pathname))
    event.respondWith(fetch(request).catch(() => kept(pathname)))
})

/** Which notifications this device has shown: a push service may deliver one twice. */
function shownStore(mode) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('opx-notifications', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('shown')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => resolve(opening.result.transaction('shown', mode).objectStore('shown'))
  })
}

const answerOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function isNew(keys) {
  const store = await shownStore('readonly')
  const known = await Promise.all(keys.map((key) => answerOf(store.get(key))))
  return known.includes(undefined)
}

/** The push service keeps messages for three days at most. */
const rememberMs = 7 * 86_400_000

async function remember(keys) {
  const store = await shownStore('readwrite')
  const now = Date.now()
  const times = await answerOf(store.getAll())
  const known = await answerOf(store.getAllKeys())
  for (const [place, key] of known.entries()) if (times[place] < now - rememberMs) store.delete(key)
  await Promise.all(keys.map((key) => answerOf(store.put(now, key))))
}

async function show({ keys, title, text, path }) {
  if (await isNew(keys)) {
    // Shown again after a crash, it replaces itself.
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
    // Only ever a page of this site.
    const { href } = new URL(event.notification.data?.path ?? '/', location.origin)
    const pages = await self.clients.matchAll({ type: 'window' })
    const page = pages.find((one) => one.focused) ?? pages[0]
    if (page === undefined) return self.clients.openWindow(href)
    await page.focus()
    return page.navigate(href)
  }
  event.waitUntil(open())
})
