import { serviceWorkerPolicy } from '#worker/contract/trusted-types.ts'
import { trustedScript } from '#web/ui/trusted-script.ts'

const script = '/sw.js'

/** Registers the service worker, which shows a page while there is no network. Browsers without one go on as they are. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const address = trustedScript(serviceWorkerPolicy, script)
  await navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined)
}
