import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sizedImage } from '#worker/contract/media.ts'
import { locale, m } from '#web/messages.ts'

/** The first tab of a collection has the collection's address. */
const canonicalPath = (pathname: string) =>
  pathname.replace(/^(\/collection\/[^/]+)\/items\/?$/, '$1').replace(/(?<=[^/])\/+$/, '')

/** What an address that names its language ends with: search engines take it as a page of its own. */
const languageOf = (search: string) =>
  new URLSearchParams(search).get('lang') === locale ? `?lang=${locale}` : ''

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
  const address = `${location.origin}${canonicalPath(pathname)}${languageOf(location.search)}`
  setTag('link', 'rel', 'canonical', social(address))
  setTag('meta', 'property', 'og:type', social('website'))
  setTag('meta', 'property', 'og:site_name', social('OPX'))
  setTag('meta', 'property', 'og:title', social(title))
  setTag('meta', 'property', 'og:description', social(m.meta_tagline))
  setTag('meta', 'property', 'og:url', social(address))
  const picture = image === null ? '/preview.png' : sizedImage(image, { w: 1200 })
  setTag('meta', 'property', 'og:image', social(`${location.origin}${picture}`))
  setTag('meta', 'name', 'twitter:card', social('summary_large_image'))
}

interface PageMeta {
  title: string
  /** What a shared link says; the title where it says no more. */
  social?: string | undefined
  /** Absolute address of a picture on our origin, or of the default picture. */
  image?: string | null | undefined
}

/**
 * Sets the document's title, canonical address and social metadata. The worker writes the same tags into the first page
 * (worker/http/page.ts); this updates them after a navigation. The home page has only a title.
 */
export function usePageMeta({ title, social, image = null }: PageMeta): void {
  const router = useRouter()
  useEffect(() => {
    document.title = title
    const shared = social === undefined ? title : `${social} · OPX`
    const write = () => writeSocialTags(shared, router.state.location.pathname, image)
    write()
    // A subscription instead of a router hook: a page that redirects must not render for each address.
    return router.subscribe('onResolved', write)
  }, [router, title, social, image])
}
