/** The request that began the work may have been aborted with it; the others give up on it after this long. */
const defaultTimeoutMs = 10_000

/** The promise's value, or null when it does not settle within `ms`. */
async function within<T>(promise: Promise<T>, ms: number): Promise<{ value: T } | null> {
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
 * Runs one piece of work for all simultaneous callers in this isolate; each gets the result. The work must return plain data,
 * because a stream belongs to the request that opened it.
 */
export function onceAtATime<T>(timeoutMs = defaultTimeoutMs) {
  const runs = new Map<string, Promise<T>>()
  /**
   * `outlive` keeps the work running when the request that began it ends. `joined`: the work of another call was used. Others join
   * until `afterwards` has ended; nobody waits for it.
   */
  return async (
    key: string,
    work: () => Promise<T>,
    outlive: (work: Promise<unknown>) => void,
    afterwards?: (result: T) => Promise<void>,
  ): Promise<{ result: T; joined: boolean }> => {
    // The first caller that gives up starts again, and the others join.
    const dead = new Set<Promise<T>>()
    for (let present = runs.get(key); present !== undefined; present = runs.get(key)) {
      if (dead.has(present)) break
      const outcome = await within(present, timeoutMs)
      if (outcome !== null) return { result: outcome.value, joined: true }
      dead.add(present)
    }
    const end = () => {
      if (runs.get(key) === run) runs.delete(key)
    }
    const run = afterwards === undefined ? work().finally(end) : work()
    runs.set(key, run)
    const endPromise = afterwards === undefined ? run : run.then(afterwards).finally(end)
    // The caller gets the failure below; after the reply no caller is left.
    outlive(endPromise.catch(() => undefined))
    return { result: await run, joined: false }
  }
}
