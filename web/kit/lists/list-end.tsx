import { useEffect, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import css from './list-end.module.css'

interface ListEndProps {
  hasMore: boolean
  loading: boolean
  /** Reason why the next page could not be loaded; null if there is none. */
  error: Error | null
  onMore: () => void
  /** Pages loaded automatically before the visitor scrolls. Default: unlimited. */
  maxAutoPages?: number | undefined
}

const moves = ['wheel', 'touchmove', 'keydown', 'scroll'] as const

/**
 * The end of a list. Loads the next page shortly before the end scrolls into view, and says when everything is loaded.
 */
export function ListEnd({ hasMore, loading, error, onMore, maxAutoPages = Infinity }: ListEndProps) {
  const hasFailed = error !== null
  const mark = useRef<HTMLDivElement>(null)
  const latestOnMore = useRef(onMore)
  const [autoPages, setAutoPages] = useState(0)
  const isPaused = autoPages >= maxAutoPages
  useEffect(() => {
    latestOnMore.current = onMore
  }, [onMore])
  useEffect(() => {
    const element = mark.current
    if (element === null || !hasMore || loading || hasFailed) return
    if (isPaused) {
      const goOn = () => setAutoPages(0)
      for (const move of moves) addEventListener(move, goOn, { passive: true })
      return () => {
        for (const move of moves) removeEventListener(move, goOn)
      }
    }
    const observer = new IntersectionObserver(
      // A busy browser reports several entries at once, oldest first.
      (moments) => {
        if (!moments.some(({ isIntersecting }) => isIntersecting)) return
        setAutoPages((count) => count + 1)
        latestOnMore.current()
      },
      { rootMargin: '1200px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, loading, hasFailed, isPaused])
  return (
    <div ref={mark} className={css.end}>
      {hasMore ? (
        <RetryButton error={error} onClick={onMore} busy={loading}>
          {hasFailed ? t('Try Again') : t('Load more')}
        </RetryButton>
      ) : (
        <p>{t('Here are all')}</p>
      )}
    </div>
  )
}
