import { useEffect, useState } from 'react'

/** The time of the browser, renewed every `intervalMs`; it stands still while `running` is false. */
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
