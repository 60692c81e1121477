/**
 * Time after which joined callers stop waiting, because the request that began the work may have been aborted together
 * with the work.
 */
const defaultTimeoutMs = 10_000

/** Returns the promise's value, or null if it does not settle within `ms`. */
async function settleWithin<T>(promise: Promise<T>, ms: number): Promise<{ value: T } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([promise.then((value) => ({ value })), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs work once for all simultaneous callers in this isolate; each caller gets the result. The work must return plain
 * data, because a stream belongs to the request that opened it.
 */
export function onceAtATime<T>(timeoutMs = defaultTimeoutMs) {
  const runs = new Map<string, Promise<T>>()
  /**
   * `outlive` continues the work after the request that began it ends. `hasJoined` is true if the result comes from another
   * call. Callers can join until `afterwards` has ended, but nobody waits for `afterwards`.
   */
  return async (
    key: string,
    work: () => Promise<T>,
    outlive: (work: Promise<unknown>) => void,
    afterwards?: (result: T) => Promise<void>,
  ): Promise<{ result: T; hasJoined: boolean }> => {
    // The first caller that times out starts the work again, and the remaining callers join.
    const dead = new Set<Promise<T>>()
    for (let present = runs.get(key); present !== undefined; present = runs.get(key)) {
      if (dead.has(present)) break
      const outcome = await settleWithin(present, timeoutMs)
      if (outcome !== null) return { result: outcome.value, hasJoined: true }
      dead.add(present)
    }
    const end = () => {
      if (runs.get(key) === run) runs.delete(key)
    }
    const run = afterwards === undefined ? work().finally(end) : work()
    runs.set(key, run)
    const endPromise = afterwards === undefined ? run : run.then(afterwards).finally(end)
    // The caller gets the error from `run` below. After the reply, there is no caller.
    outlive(endPromise.catch(() => undefined))
    return { result: await run, hasJoined: false }
  }
}
