import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { AutoplayButton, prefersReducedMotion, useAutoplay } from '#web/ui/autoplay.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './carousel.module.css'

interface CarouselProps {
  label: string
  /** Milliseconds until it moves on by itself; null when it does not. */
  everyMs: number | null
  /** How many stand side by side at most. */
  most: 3 | 4
  items: { key: string; content: ReactNode }[]
  /** Goes on from the last to the first as if there were no end. */
  infinite?: boolean
}

const behaviour = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth')

/** How far the places of two items are apart, in pixels. */
function stepOf(row: HTMLElement): number {
  const [first, second] = row.children
  if (first === undefined || second === undefined) return 0
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left
}

/** One place on or back; from the end to the beginning. */
function scrollRow(row: HTMLElement, direction: 1 | -1): void {
  const end = row.scrollLeft + row.clientWidth >= row.scrollWidth - 4
  const behavior = behaviour()
  if (direction === 1 && end) row.scrollTo({ left: 0, behavior })
  else if (direction === -1 && row.scrollLeft < 4) row.scrollTo({ left: row.scrollWidth, behavior })
  else row.scrollBy({ left: direction * stepOf(row), behavior })
}

/** An endless row repeats its first items behind the last; from the copies it jumps back to the originals. */
function settle(row: HTMLElement, count: number): void {
  const round = count * stepOf(row)
  if (round > 0 && row.scrollLeft > round - 1)
    row.scrollTo({ left: row.scrollLeft - round, behavior: 'instant' })
}

/** One place on or back, without an end. */
function turnRow(row: HTMLElement, direction: 1 | -1, count: number): void {
  const step = stepOf(row)
  if (step === 0) return
  settle(row, count)
  const place = Math.round(row.scrollLeft / step)
  const atStart = direction === -1 && place === 0
  if (atStart) row.scrollTo({ left: count * step, behavior: 'instant' })
  row.scrollTo({ left: ((atStart ? count : place) + direction) * step, behavior: behaviour() })
}

/** A row that scrolls by itself and by hand. */
export function Carousel({ label, everyMs, most, items, infinite = false }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const autoplay = useAutoplay(everyMs !== null)
  const { running } = autoplay
  const { length } = items
  const move = useCallback(
    (direction: 1 | -1) => {
      if (row.current === null) return
      if (infinite) turnRow(row.current, direction, length)
      else scrollRow(row.current, direction)
    },
    [infinite, length],
  )
  useEffect(() => {
    if (!running || everyMs === null) return
    const timer = setInterval(() => move(1), everyMs)
    return () => clearInterval(timer)
  }, [running, everyMs, move])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only pause it
    <div role="group" aria-label={label} aria-roledescription="carousel" {...autoplay.holders}>
      <ul
        ref={row}
        className={css.row}
        data-most={most}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a row that scrolls must be reachable by keys
        tabIndex={0}
        aria-label={label}
        onScrollEnd={infinite ? ({ currentTarget }) => settle(currentTarget, length) : undefined}
      >
        {items.map(({ key, content }) => (
          <li key={key} className={css.item}>
            {content}
          </li>
        ))}
        {infinite &&
          items.slice(0, most).map(({ key, content }) => (
            <li key={`${key} again`} className={css.item} aria-hidden="true" inert>
              {content}
            </li>
          ))}
      </ul>
      <div className={css.controls}>
        <IconButton label={`${label}: back`} onClick={() => move(-1)}>
          <ChevronLeft size={18} aria-hidden="true" />
        </IconButton>
        {everyMs !== null && (
          <AutoplayButton autoplay={autoplay} play={`${label}: go on by itself`} pause={`${label}: stop`} />
        )}
        <IconButton label={`${label}: on`} onClick={() => move(1)}>
          <ChevronRight size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
