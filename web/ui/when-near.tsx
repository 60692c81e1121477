import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import css from './skeleton.module.css'
import { afterFirstScreen, isFirstScreenOver } from './first-screen.ts'

interface WhenNearProps {
  /** Height reserved until the children are rendered, so that the page can be scrolled to them. */
  height: string
  /** True to also render when the first screen is idle. Until then, only content on screen is rendered. */
  orIdle?: boolean
  children: ReactNode
}

/**
 * Renders its children when their place comes near the viewport. Pressing any key renders them as well, so that find in
 * page and screen readers reach all content.
 */
export function WhenNear({ height, orIdle = false, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(() => orIdle && isFirstScreenOver())
  useEffect(() => {
    if (place.current === null) return
    // Renders in a transition, so that the browser can respond to input.
    const show = () => startTransition(() => setNear(true))
    const observer = new IntersectionObserver(
      // A busy browser reports several entries at once, oldest first.
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

/** Empty frames that reserve the space of a part that is not rendered yet. */
export function Place({ height, place }: { height: string; place?: RefObject<HTMLDivElement | null> }) {
  return <div ref={place} className={css.place} style={{ minBlockSize: height }} />
}
