import { useSyncExternalStore } from 'react'

/** Returns a hook that tells if the window has at least this width. */
function createWidthHook(pixels: number) {
  const condition = `(min-width: ${pixels}px)`
  const subscribe = (listener: () => void): (() => void) => {
    const query = matchMedia(condition)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return (): boolean => useSyncExternalStore(subscribe, () => matchMedia(condition).matches)
}

// Keep in step with the style sheets.

/** From this width, lists have their filters beside them. */
export const useWide = createWidthHook(1024)

/** From this width, the page of a work has two columns. */
export const useColumns = createWidthHook(768)
