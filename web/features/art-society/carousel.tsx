import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './carousel.module.css'

interface CarouselProps {
  label: string
  /** Milliseconds until it moves on by itself; null when it does not. */
  everyMs: number | null
  /** How many stand side by side at most. */
  most: 3 | 4
  items: { key: string; content: ReactNode }[]
}

const reduced = '(prefers-reduced-motion: reduce)'

/** One place on or back; from the end to the beginning. */
function scrollRow(element: HTMLElement | null, direction: 1 | -1): void {
  const first = element?.firstElementChild
  if (element === null || first == null) return
  const width = first.getBoundingClientRect().width
  const end = element.scrollLeft + element.clientWidth >= element.scrollWidth - 4
  const behavior = matchMedia(reduced).matches ? ('instant' as const) : ('smooth' as const)
  if (direction === 1 && end) element.scrollTo({ left: 0, behavior })
  else if (direction === -1 && element.scrollLeft < 4)
    element.scrollTo({ left: element.scrollWidth, behavior })
  else element.scrollBy({ left: direction * width, behavior })
}

/** A row that scrolls by itself and by hand, from the end to the beginning. It waits while somebody looks closer. */
export function Carousel({ label, everyMs, most, items }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const [stopped, setStopped] = useState(() => matchMedia(reduced).matches)
  const [held, setHeld] = useState(false)
  const running = everyMs !== null && !stopped && !held
  const move = (direction: 1 | -1) => scrollRow(row.current, direction)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => scrollRow(row.current, 1), everyMs)
    return () => clearInterval(timer)
  }, [running, everyMs])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only pause it
    <div
      role="group"
      aria-label={label}
      aria-roledescription="carousel"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a row that scrolls must be reachable by keys */}
      <ul ref={row} className={css.row} data-most={most} tabIndex={0} aria-label={label}>
        {items.map(({ key, content }) => (
          <li key={key} className={css.item}>
            {content}
          </li>
        ))}
      </ul>
      <div className={css.controls}>
        <IconButton label={`${label}: back`} onClick={() => move(-1)}>
          <ChevronLeft size={18} aria-hidden="true" />
        </IconButton>
        {everyMs !== null && (
          <IconButton
            label={stopped ? `${label}: go on by itself` : `${label}: stop`}
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
          </IconButton>
        )}
        <IconButton label={`${label}: on`} onClick={() => move(1)}>
          <ChevronRight size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
