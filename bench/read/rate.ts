/** Returns the calls per second of `callers` callers during `ms`. */
export async function rate(ms: number, callers: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let finishedCount = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - startedAt < ms) {
        await call()
        finishedCount += 1
      }
    }),
  )
  return (finishedCount * 1000) / (performance.now() - startedAt)
}
