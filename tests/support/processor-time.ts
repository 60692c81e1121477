/** Milliseconds of processor time that some work takes: unlike the clock, it does not depend on what else runs. */
export function processorMs(work: () => unknown): number {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
