import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { writeTitleOfTable } from '#web/kit/use-page-meta.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** The palette or a menu may be open again before the page has loaded: its focus stays. */
const opened = '[data-palette], [role="menu"][data-open]'

/** After a navigation, sets the title, focuses the content and announces the title. Does nothing on the first page. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        if (document.querySelector(opened) === null)
          document.getElementById('main')?.focus({ preventScroll: true })
        // Without a network a title may be missing: the page says so itself.
        void writeTitleOfTable(toLocation.pathname)
          .catch(() => undefined)
          .then(() => setTitle(document.title))
      }),
    [router],
  )
  return (
    <div role="status" aria-live="polite">
      <VisuallyHidden>{title}</VisuallyHidden>
    </div>
  )
}
