import { useCallback, useEffect, useRef } from 'react'

/** Resolves in the first task after the next frame. */
const afterFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/**
 * For what an interaction causes beyond its own control: the frame that shows the control's new state comes first,
 * however much the work renders (web.dev/articles/optimize-inp). Work of a component that is gone by then is dropped.
 */
export function useAfterFrame(): (work: () => unknown) => Promise<void> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(async (work) => {
    await afterFrame()
    if (isShown.current) await work()
  }, [])
}
