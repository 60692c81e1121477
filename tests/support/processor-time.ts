/** Measures the milliseconds of processor time of some work. Unlike the clock, they do not depend on other processes. */
export function processorMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
