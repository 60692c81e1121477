import { type PointerEvent, useRef } from 'react'

const pressMs = 500
/** A finger that moves further than this is scrolling. */
const maxMovePx = 10

/**
 * Returns handlers that call `act` on a long press with a finger and suppress the click that follows. They ignore mouse
 * and pen.
 */
export function useLongPress(act: (() => void) | undefined) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const hasActed = useRef(false)
  if (act === undefined) return {}
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer)
    press.current = null
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      hasActed.current = false
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        hasActed.current = true
        act()
      }, pressMs)
      press.current = { timer, x: clientX, y: clientY }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = press.current
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > maxMovePx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (press.current !== null || hasActed.current) event.preventDefault()
    },
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!hasActed.current) return
      hasActed.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
