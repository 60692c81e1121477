/** Work of another request may have died with it, without a word; so long it is waited for (ms). */
const patience = 10_000

/** The promise's value, or null when it is not there within `ms`. */
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
 * Runs a piece of work once for all who ask for it at the same time in this isolate; each gets the result. The work must
 * give plain data (no stream), because a stream belongs to the request that opened it.
 */
export function onceAtATime<T>(patienceMs = patience) {
  const running = new Map<string, Promise<T>>()
  /** `outlive` keeps the work going when who began it leaves. `joined`: somebody else's work was waited for. */
  return async (
    key: string,
    work: () => Promise<T>,
    outlive: (work: Promise<unknown>) => void,
  ): Promise<{ result: T; joined: boolean }> => {
    // The first to lose patience begins anew, and the others join that.
    const dead = new Set<Promise<T>>()
    for (let present = running.get(key); present !== undefined; present = running.get(key)) {
      if (dead.has(present)) break
      const done = await within(present, patienceMs)
      if (done !== null) return { result: done.value, joined: true }
      dead.add(present)
    }
    const begun = work().finally(() => {
      if (running.get(key) === begun) running.delete(key)
    })
    running.set(key, begun)
    // Who asked gets the failure below; what goes on after the reply has nobody to tell.
    outlive(begun.catch(() => undefined))
    return { result: await begun, joined: false }
  }
}
