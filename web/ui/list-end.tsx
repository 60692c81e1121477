import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import css from './list-end.module.css'

interface ListEndProps {
  hasMore: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}

/** The end of a list: more comes as it nears the screen, and it says when all is there. */
export function ListEnd({ hasMore, loading, failed, onMore }: ListEndProps) {
  const mark = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  }, [onMore])
  useEffect(() => {
    const element = mark.current
    if (element === null || !hasMore || loading || failed) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) more.current()
      },
      { rootMargin: '1200px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, loading, failed])
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
