import { type DragEvent, useEffect, useRef, useState } from 'react'

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true
const markedPlaces = '[data-file-place]'

/** Prevents the browser from opening a file that is dropped outside the target. */
function keepPage(event: globalThis.DragEvent) {
  if (holdsFiles(event.dataTransfer)) event.preventDefault()
}

/**
 * Accepts files dropped on an element, or pasted while it is hovered or focused. Spread `place` on the element; `over`
 * is true while files are dragged over it.
 */
export function useFileDrop<E extends HTMLElement>(onFiles: (transfer: DataTransfer) => void) {
  const element = useRef<E>(null)
  const take = useRef(onFiles)
  const [over, setOver] = useState(false)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const place = element.current
      const { clipboardData } = event
      if (place === null || clipboardData === null || clipboardData.files.length === 0) return
      const target =
        document.querySelector(`${markedPlaces}:hover`) ??
        document.activeElement?.closest(markedPlaces) ??
        null
      if (target !== place) return
      event.preventDefault()
      take.current(clipboardData)
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', keepPage)
    document.addEventListener('drop', keepPage)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', keepPage)
      document.removeEventListener('drop', keepPage)
    }
  }, [])
  const place = {
    ref: element,
    'data-file-place': '',
    'data-over': over || undefined,
    onDragOver: (event: DragEvent<E>) => {
      event.preventDefault()
      setOver(holdsFiles(event.dataTransfer))
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<E>) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent<E>) => {
      event.preventDefault()
      setOver(false)
      take.current(event.dataTransfer)
    },
  }
  return { over, place }
}
