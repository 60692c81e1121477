import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { writeTitleOfTable } from '#web/kit/use-page-meta.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** The user may reopen the palette or a menu before the page has loaded. Focus then stays there. */
const openOverlays = '[data-palette], [role="menu"][data-open]'

/** After a navigation, sets the title, focuses the content and announces the title. Does nothing on the first page. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    const stopBefore = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      // The tag is updated after the title, so remove it: sharing in between would use the previous page's title.
      if (pathChanged) document.querySelector('meta[property="og:title"]')?.remove()
    })
    const stopAfter = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return
      if (document.querySelector(openOverlays) === null)
        document.getElementById('main')?.focus({ preventScroll: true })
      // The title may be missing without a network. The page reports that itself.
      void writeTitleOfTable(toLocation.pathname)
        .catch(() => undefined)
        .then(() => setTitle(document.title))
    })
    return () => {
      stopBefore()
      stopAfter()
    }
  }, [router])
  return (
    <div role="status" aria-live="polite">
      <VisuallyHidden>{title}</VisuallyHidden>
    </div>
  )
}
