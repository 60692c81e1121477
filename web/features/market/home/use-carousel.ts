import { useEffect, useState } from 'react'

const reduced = '(prefers-reduced-motion: reduce)'

/** Which slide stands, and whether time runs. `hold` counts hover and focus; a hidden tab and reduced motion stop it too. */
export function useCarousel(count: number) {
  const [index, setIndex] = useState(0)
  const [stopped, setStopped] = useState(() => matchMedia(reduced).matches)
  const [held, setHeld] = useState({ hover: false, focus: false })
  const [hidden, setHidden] = useState(document.hidden)

  useEffect(() => {
    const listen = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [])

  const shown = count === 0 ? 0 : index % count
  return {
    shown,
    stopped,
    running: !stopped && !held.hover && !held.focus && !hidden && count > 1,
    show: setIndex,
    next: () => setIndex((current) => (current + 1) % Math.max(count, 1)),
    toggle: () => setStopped((current) => !current),
    hold: (why: 'hover' | 'focus', on: boolean) => setHeld((current) => ({ ...current, [why]: on })),
  }
}
