/** Milliseconds of processor time that some work takes: unlike the clock, it does not depend on what else runs. */
export function processorMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
