import { type ComponentType, lazy } from 'react'
import { lacksNetwork, nextTry } from './network.ts'

let isReloading = false

/** Reloads the document. Until then, code that fails to load is neither rendered nor reported as an error. */
export function reloadDocument(): void {
  isReloading = true
  window.location.reload()
}

/**
 * Loads code. Without a network, waits until it is back. If the browser has cached the failure, or the code is gone
 * after a release, `stale-build.ts` reloads the document; this function rejects only if that did not help.
 */
export const loadOnline = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error: unknown) => {
    if (isReloading) return new Promise<never>(() => undefined)
    if (!lacksNetwork()) throw error
    await nextTry()
    return loadOnline(load)
  })

/**
 * Creates a component whose code loads when it is rendered. Without a network it suspends, and the rest of the page
 * stays.
 */
export const lazyCode = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadOnline(load) }))
