import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { afterFirstScreen, isFirstScreenOver } from '#web/ui/first-screen.ts'

interface PageMeta {
  title: string
  /** Title for shared links, or a function that loads it; the page title if omitted. */
  social?: string | (() => Promise<string | SocialWords>) | undefined
  /** Absolute address of a picture on our origin, or of the default picture. */
  image?: string | null | undefined
}

interface SocialWords {
  title: string
  /** The text describes the picture for those who cannot see it. */
  imageAlt: string
}

const load = () => import('./social-tags.ts')
const loadTags = () => (isFirstScreenOver() ? load() : afterFirstScreen(load))

/**
 * Sets the document's title, canonical address and social metadata of a page whose title comes from its data. The worker writes the
 * same tags into the first page (worker/http/page.ts); this updates them after a navigation.
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
    // Without a network the tags are unchanged.
    const update = () => void write().catch(() => undefined)
    update()
    // A subscription instead of a router hook: a page that redirects must not render for each address.
    const stop = router.subscribe('onResolved', update)
    return () => {
      isShown = false
      stop()
      // The tags are written later than the title: a share before that would have the title of this page.
      document.querySelector('meta[property="og:title"]')?.remove()
    }
  }, [router, title, social, image])
}

/** Sets the same for the current page if `contract/pages.ts` has its title. */
export async function writeTitleOfTable(pathname: string): Promise<void> {
  const { describePage } = await loadTags()
  if (pathname === location.pathname) describePage(pathname)
}
