import { Place } from './when-near.tsx'
import { type ReactElement, startTransition, useEffect, useState } from 'react'

let isOver = false

/**
 * Shows its children one after another, each in its own task, so that no task is long on a phone. `height` is reserved
 * for the missing ones, so that a reload keeps its scroll position. Back shows all of them at once.
 */
export function InTurn({ height, children }: { height: string; children: ReactElement[] }) {
  const [count, setShown] = useState(isOver ? children.length : 1)
  const isWhole = count >= children.length
  useEffect(() => {
    if (isWhole) {
      isOver = true
      return
    }
    const timer = setTimeout(() => startTransition(() => setShown(count + 1)))
    return () => clearTimeout(timer)
  }, [count, isWhole])
  return (
    <>
      {children.slice(0, count)}
      {/* The browser must not anchor the scroll position to an empty place while the content before it grows. */}
      {!isWhole && (
        <div style={{ overflowAnchor: 'none' }}>
          <Place height={height} />
        </div>
      )}
    </>
  )
}
