import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import css from './skeleton.module.css'
import { afterFirstScreen, isFirstScreenOver } from './first-screen.ts'

interface WhenNearProps {
  /** Height that is reserved until then, so that the page is long enough to scroll there. */
  height: string
  /** Renders as soon as the first screen is idle, and before that only what is on the screen. */
  orIdle?: boolean
  children: ReactNode
}

/** Renders its children once their place comes near the viewport, or a key is pressed: find in page and screen readers see all. */
export function WhenNear({ height, orIdle = false, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(() => orIdle && isFirstScreenOver())
  useEffect(() => {
    if (place.current === null) return
    // Renders in slices, between which the browser answers to input.
    const show = () => startTransition(() => setNear(true))
    const observer = new IntersectionObserver(
      // A busy browser reports several moments at once, the oldest first.
      (moments) => {
        if (moments.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: orIdle ? '0px' : '400px' },
    )
    observer.observe(place.current)
    window.addEventListener('keydown', show, { once: true })
    if (orIdle) void afterFirstScreen(show)
    return () => {
      observer.disconnect()
      window.removeEventListener('keydown', show)
    }
  }, [orIdle])
  return near ? children : <Place height={height} place={place} />
}

/** Empty frames in the place of a part that is not rendered yet. */
export function Place({ height, place }: { height: string; place?: RefObject<HTMLDivElement | null> }) {
  return <div ref={place} className={css.place} style={{ minBlockSize: height }} />
}
