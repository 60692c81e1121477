import { defaultLanguage } from '#contract/words/languages.ts'
import { serviceWorkerPolicy } from '#contract/rules/trusted-types.ts'
import { locale } from '#web/messages.ts'
import { trustedScript } from '#web/ui/trusted-script.ts'

/** A page without a network is in the language of the last visit. */
const script = locale !== defaultLanguage ? `/sw.js?lang=${locale}` : '/sw.js'

/**
 * Registers the service worker, which shows a page while there is no network. Browsers without service workers work as
 * before.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const address = trustedScript(serviceWorkerPolicy, script)
  await navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined)
}
