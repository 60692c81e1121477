import { useEffect, useState } from 'react'

/** Returns the current time in milliseconds, updated every `intervalMs` while `running` is true. */
export function useNow(intervalMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs, running])
  return now
}
