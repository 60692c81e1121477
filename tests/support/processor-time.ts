/**
 * Measures the processor time of some work in milliseconds, which does not depend on other processes as elapsed time
 * does.
 */
export function processorMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
