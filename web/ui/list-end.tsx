import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import css from './list-end.module.css'

interface ListEndProps {
  hasMore: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
  /** So often it loads by itself until somebody moves; without it, as long as its end is near the screen. */
  mostUnasked?: number | undefined
}

const moves = ['wheel', 'touchmove', 'keydown', 'scroll'] as const

/** The end of a list: more comes as it nears the screen, and it says when all is there. */
export function ListEnd({ hasMore, loading, failed, onMore, mostUnasked = Infinity }: ListEndProps) {
  const mark = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  const [unasked, setUnasked] = useState(0)
  const rests = unasked >= mostUnasked
  useEffect(() => {
    more.current = onMore
  }, [onMore])
  useEffect(() => {
    const element = mark.current
    if (element === null || !hasMore || loading || failed) return
    if (rests) {
      const goOn = () => setUnasked(0)
      for (const move of moves) addEventListener(move, goOn, { passive: true })
      return () => {
        for (const move of moves) removeEventListener(move, goOn)
      }
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return
        setUnasked((count) => count + 1)
        more.current()
      },
      { rootMargin: '1200px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, loading, failed, rests])
  return (
    <div ref={mark} className={css.end}>
      {hasMore ? (
        <Button onClick={onMore} busy={loading}>
          {failed ? 'Try Again' : 'Load more'}
        </Button>
      ) : (
        <p>Here are all</p>
      )}
    </div>
  )
}
