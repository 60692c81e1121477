import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenNearProps {
  /** Height of the place that is kept until then, so that the page is not too short to scroll there. */
  height: string
  children: ReactNode
}

/** Renders its children once their place comes near the viewport, or a key is pressed: find in page and screen readers see all. */
export function WhenNear({ height, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setNear(true)
      },
      { rootMargin: '400px' },
    )
    observer.observe(place.current)
    const show = () => setNear(true)
    window.addEventListener('keydown', show, { once: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('keydown', show)
    }
  }, [])
  return near ? children : <div ref={place} style={{ minBlockSize: height }} />
}
