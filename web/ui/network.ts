/** A network that is back fails some requests at first. */
const settleMs = 3000
const pauseMs = 500

let backAt = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined') window.addEventListener('online', () => (backAt = performance.now()))

/** True if the latest failure may have been caused by a missing network. */
export const lacksNetwork = () => !navigator.onLine || performance.now() - backAt < settleMs

/** When to try again: once there is a network, and after a pause while that settles. */
export const nextTry = () =>
  new Promise<unknown>((resolve) => {
    if (navigator.onLine && lacksNetwork()) setTimeout(resolve, pauseMs)
    else window.addEventListener('online', resolve, { once: true })
  })
