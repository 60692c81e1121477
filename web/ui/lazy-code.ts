import { type ComponentType, lazy } from 'react'

export const backOnline = () =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))

/** Loads code; without a network, once there is one again. Throws where the code is gone, as after a release. */
const loadOnline = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error: unknown) => {
    if (navigator.onLine) throw error
    await backOnline()
    return loadOnline(load)
  })

/** A component whose code is loaded when it is shown. Without a network its place waits, and the rest of the page stays. */
export const lazyCode = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadOnline(load) }))
