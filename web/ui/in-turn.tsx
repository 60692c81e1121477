import { Place } from './when-near.tsx'
import { type ReactElement, startTransition, useEffect, useState } from 'react'

let isOver = false

/**
 * Renders its children one after another, each in its own task, to avoid long tasks on phones. Reserves `height` for
 * the missing ones, so that a reload keeps the scroll position. After the first time, renders all at once, so that Back
 * restores the page.
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
      {/* The browser must not anchor the scroll position to the placeholder while the content above grows. */}
      {!isWhole && (
        <div style={{ overflowAnchor: 'none' }}>
          <Place height={height} />
        </div>
      )}
    </>
  )
}
