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
