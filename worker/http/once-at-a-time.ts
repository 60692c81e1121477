/**
 * Runs a piece of work once for all who ask for it at the same time in this isolate; each gets the result. The work must
 * give plain data (no stream), because a stream belongs to the request that opened it.
 */
export function onceAtATime<T>() {
  const running = new Map<string, Promise<T>>()
  /** `joined`: somebody else's work was waited for. */
  return async (key: string, work: () => Promise<T>): Promise<{ result: T; joined: boolean }> => {
    const present = running.get(key)
    if (present !== undefined) return { result: await present, joined: true }
    const begun = work().finally(() => running.delete(key))
    running.set(key, begun)
    return { result: await begun, joined: false }
  }
}
