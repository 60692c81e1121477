/** Duration after a reconnection during which requests may still fail. */
const settleMs = 3000
const pauseMs = 500

let backAt = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined') window.addEventListener('online', () => (backAt = performance.now()))

/** Returns true if a missing network may have caused the latest failure. */
export const lacksNetwork = () => !navigator.onLine || performance.now() - backAt < settleMs

/** Resolves when a retry is useful: once there is a network, after a pause if it has just returned. */
export const nextTry = () =>
  new Promise<unknown>((resolve) => {
    if (navigator.onLine && lacksNetwork()) setTimeout(resolve, pauseMs)
    else window.addEventListener('online', resolve, { once: true })
  })
