import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sizedImage } from '#worker/contract/media.ts'

const tagline = 'A Gateway to Digital Luxury'

/** The first tab of a collection has no address of its own. */
const canonicalPath = (pathname: string) =>
  pathname.replace(/^(\/collection\/[^/]+)\/items\/?$/, '$1').replace(/(?<=[^/])\/+$/, '')

function setTag(
  kind: 'link' | 'meta',
  name: 'rel' | 'property' | 'name',
  value: string,
  content: string | null,
) {
  const found = document.head.querySelector(`${kind}[${name}="${value}"]`)
  if (content === null) {
    found?.remove()
    return
  }
  const tag = found ?? document.head.appendChild(document.createElement(kind))
  tag.setAttribute(name, value)
  tag.setAttribute(kind === 'link' ? 'href' : 'content', content)
}

function writeSocialTags(title: string, pathname: string, image: string | null) {
  const social = (content: string) => (pathname === '/' ? null : content)
  const address = `${location.origin}${canonicalPath(pathname)}`
  setTag('link', 'rel', 'canonical', social(address))
  setTag('meta', 'property', 'og:type', social('website'))
  setTag('meta', 'property', 'og:site_name', social('OPX'))
  setTag('meta', 'property', 'og:title', social(title))
  setTag('meta', 'property', 'og:description', social(tagline))
  setTag('meta', 'property', 'og:url', social(address))
  const picture = image === null ? '/preview.png' : sizedImage(image, { w: 1200 })
  setTag('meta', 'property', 'og:image', social(`${location.origin}${picture}`))
  setTag('meta', 'name', 'twitter:card', social('summary_large_image'))
}

interface PageMeta {
  title: string
  /** Address of a picture on our origin; the default picture if there is none. */
  image?: string | null | undefined
}

/**
 * The document's title, canonical address and social metadata while a page is shown. The worker writes the same tags into
 * the first page (worker/http/page.ts); this keeps them true after a navigation. Home has a title only.
 */
export function usePageMeta({ title, image = null }: PageMeta): void {
  const router = useRouter()
  useEffect(() => {
    document.title = title
    const write = () => writeSocialTags(title, router.state.location.pathname, image)
    write()
    // A subscription, not a router hook: a page that redirects must not render again for each address.
    return router.subscribe('onResolved', write)
  }, [router, title, image])
}
