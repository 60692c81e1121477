import type { Page } from 'playwright-core'
import type { TestWorld } from '#tests/support/test-world.ts'

/**
 * Lets a page subscribe to the local push service. Chromium for tests has no vendor's push service and grants no
 * notification permission.
 */
export async function fakePushManager(page: Page, { stack }: TestWorld): Promise<void> {
  await page.exposeFunction('subscribeLocally', async (applicationServerKey: string): Promise<unknown> => {
    const body = JSON.stringify({ applicationServerKey })
    return (await fetch(`${stack.push.url}/subscribe`, { method: 'POST', body })).json()
  })
  await page.addInitScript(() => {
    let current: object | null = null
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
        .buffer
    const fakes = {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        const subscription: { endpoint: string } = await Reflect.get(window, 'subscribeLocally')(key)
        current = {
          ...subscription,
          options: { applicationServerKey: bytesOf(key) },
          toJSON: () => subscription,
          unsubscribe: async () => {
            current = null
            return true
          },
        }
        return current
      },
    }
    Object.assign(PushManager.prototype, fakes)
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  })
}

/**
 * Passes messages of the push service to the page's service worker as push events. Records notifications instead of
 * showing them.
 */
export async function pushTo(page: Page) {
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('The page has no service worker.')
  await worker.evaluate(() => {
    const titles: string[] = []
    Reflect.set(globalThis, 'shown', titles)
    ServiceWorkerRegistration.prototype.showNotification = async (title) => {
      titles.push(title)
    }
  })
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return {
    deliver: (data: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    /** Titles of the notifications that were shown. */
    shown: () => worker.evaluate((): string[] => Reflect.get(globalThis, 'shown')),
  }
}
