import { type ComponentType, lazy } from 'react'
import { lacksNetwork, nextTry } from './network.ts'

let isReloading = false

/** Loads the document again. Until the new one is here, code that cannot be loaded is neither shown nor an error. */
export function reloadDocument(): void {
  isReloading = true
  window.location.reload()
}

/**
 * Loads code; without a network, as soon as there is one again. If the browser has cached the failure, or the code is
 * gone after a release, the document is reloaded then (`stale-build.ts`), and this throws only if that did not help.
 */
export const loadOnline = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error: unknown) => {
    if (isReloading) return new Promise<never>(() => undefined)
    if (!lacksNetwork()) throw error
    await nextTry()
    return loadOnline(load)
  })

/** A component whose code is loaded when it is shown. Without a network its place waits, and the rest of the page stays. */
export const lazyCode = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadOnline(load) }))
