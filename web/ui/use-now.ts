import { useEffect, useState } from 'react'

/** Returns the current time in milliseconds, updated every `intervalMs` while `isRunning` is true. */
export function useNow(intervalMs: number, isRunning = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs, isRunning])
  return now
}
