import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { afterFirstScreen, isFirstScreenOver } from '#web/ui/first-screen.ts'

interface PageMeta {
  title: string
  /** Title for shared links, or a function that loads it; the page title if omitted. */
  social?: string | (() => Promise<string | SocialWords>) | undefined
  /** Absolute URL of a picture on our origin; null for the default picture. */
  image?: string | null | undefined
}

interface SocialWords {
  title: string
  /** Alternative text of the picture. */
  imageAlt: string
}

const load = () => import('./social-tags.ts')
const loadTags = () => (isFirstScreenOver() ? load() : afterFirstScreen(load))

/**
 * Sets the document's title, canonical URL and social metadata for a page whose title depends on its data. The worker
 * writes the same tags into the first page (worker/http/page.ts); this hook updates them after a navigation.
 */
export function usePageMeta({ title, social, image = null }: PageMeta): void {
  const router = useRouter()
  useEffect(() => {
    document.title = title
    let isShown = true
    const write = async () => {
      const { writeSocialTags } = await loadTags()
      const words = typeof social === 'function' ? await social() : social
      const socialTitle = typeof words === 'object' ? words.title : words
      const alt = typeof words === 'object' ? words.imageAlt : undefined
      const sharedTitle = socialTitle === undefined ? title : `${socialTitle} · OPX`
      if (isShown) writeSocialTags(sharedTitle, router.state.location.pathname, { src: image, alt })
    }
    // Without a network the tags stay unchanged.
    const update = () => void write().catch(() => undefined)
    update()
    // Uses a subscription instead of a router hook, because a page that redirects must not render for each URL change.
    const stop = router.subscribe('onResolved', update)
    return () => {
      isShown = false
      stop()
      // The tag is updated after the title, so remove it: sharing in between would use this page's title.
      document.querySelector('meta[property="og:title"]')?.remove()
    }
  }, [router, title, social, image])
}

/** Sets title and tags for the current page if `contract/pages.ts` contains its title. */
export async function writeTitleOfTable(pathname: string): Promise<void> {
  const { describePage } = await loadTags()
  if (pathname === location.pathname) describePage(pathname)
}
