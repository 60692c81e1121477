import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { t } from '#web/messages.ts'
import { AutoplayButton, prefersReducedMotion, useAutoplay } from '#web/ui/autoplay.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './carousel.module.css'

interface CarouselProps {
  label: string
  /** Autoplay interval in milliseconds; null to disable autoplay. */
  everyMs: number | null
  /** Maximum number of items side by side. */
  maxVisible: 3 | 4
  items: { key: string; content: ReactNode }[]
  /** True if the last item is followed by the first. */
  infinite?: boolean
}

const scrollBehaviour = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth')

/** Returns the distance between two items in pixels. */
function stepOf(row: HTMLElement): number {
  const [first, second] = row.children
  if (first === undefined || second === undefined) return 0
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left
}

/** Scrolls one item forward or back; wraps at the ends. */
function scrollRow(row: HTMLElement, direction: 1 | -1): void {
  const end = row.scrollLeft + row.clientWidth >= row.scrollWidth - 4
  const behavior = scrollBehaviour()
  if (direction === 1 && end) row.scrollTo({ left: 0, behavior })
  else if (direction === -1 && row.scrollLeft < 4) row.scrollTo({ left: row.scrollWidth, behavior })
  else row.scrollBy({ left: direction * stepOf(row), behavior })
}

/** Jumps from the copies of the first items at the end of an infinite row back to the originals. */
function jumpToOriginals(row: HTMLElement, count: number): void {
  const round = count * stepOf(row)
  if (round > 0 && row.scrollLeft > round - 1)
    row.scrollTo({ left: row.scrollLeft - round, behavior: 'instant' })
}

/** Scrolls one item forward or back in an infinite row. */
function scrollInfiniteRow(row: HTMLElement, direction: 1 | -1, count: number): void {
  const step = stepOf(row)
  if (step === 0) return
  jumpToOriginals(row, count)
  const place = Math.round(row.scrollLeft / step)
  const atStart = direction === -1 && place === 0
  if (atStart) row.scrollTo({ left: count * step, behavior: 'instant' })
  row.scrollTo({ left: ((atStart ? count : place) + direction) * step, behavior: scrollBehaviour() })
}

/** A horizontally scrolling row with optional autoplay. */
export function Carousel({ label, everyMs, maxVisible, items, infinite = false }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const autoplay = useAutoplay(everyMs !== null)
  const { isRunning } = autoplay
  const { length } = items
  const move = useCallback(
    (direction: 1 | -1) => {
      if (row.current === null) return
      if (infinite) scrollInfiniteRow(row.current, direction, length)
      else scrollRow(row.current, direction)
    },
    [infinite, length],
  )
  useEffect(() => {
    if (!isRunning || everyMs === null) return
    const timer = setInterval(() => move(1), everyMs)
    return () => clearInterval(timer)
  }, [isRunning, everyMs, move])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only pause it
    <div role="group" aria-label={label} aria-roledescription={t('carousel')} {...autoplay.pauseProps}>
      <ul
        ref={row}
        className={css.row}
        data-max-visible={maxVisible}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling row must be focusable for keyboard users
        tabIndex={0}
        aria-label={label}
        onScrollEnd={infinite ? ({ currentTarget }) => jumpToOriginals(currentTarget, length) : undefined}
      >
        {items.map(({ key, content }) => (
          <li key={key} className={css.item}>
            {content}
          </li>
        ))}
        {infinite &&
          items.slice(0, maxVisible).map(({ key, content }) => (
            <li key={`${key} again`} className={css.item} aria-hidden="true" inert>
              {content}
            </li>
          ))}
      </ul>
      <div className={css.controls}>
        <IconButton label={t('{label}: back', { label })} onClick={() => move(-1)}>
          <ChevronLeft size={18} aria-hidden="true" />
        </IconButton>
        {everyMs !== null && (
          <AutoplayButton
            autoplay={autoplay}
            play={t('{label}: play', { label })}
            pause={t('{label}: stop', { label })}
          />
        )}
        <IconButton label={t('{label}: on', { label })} onClick={() => move(1)}>
          <ChevronRight size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
