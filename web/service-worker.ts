import { defaultLanguage } from '#contract/words/languages.ts'
import { serviceWorkerPolicy } from '#contract/rules/trusted-types.ts'
import { locale } from '#web/messages.ts'
import { trustedScript } from '#web/ui/trusted-script.ts'

/** The offline page uses the language of the last visit. */
const script = locale !== defaultLanguage ? `/sw.js?lang=${locale}` : '/sw.js'

/**
 * Registers the service worker, which shows an offline page without a network. Browsers without service workers show
 * their own error page.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const address = trustedScript(serviceWorkerPolicy, script)
  await navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined)
}
