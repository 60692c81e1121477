import { sizedImage } from '#contract/rules/media.ts'
import { descriptionOf, documentTitle, findPage } from '#contract/pages.ts'
import { locale, t } from '#web/messages.ts'
import { workId } from '#web/kit/nfts/queries.ts'

/**
 * Returns the path as the worker writes it: escaped, without the name of a collection's first tab, and with ids in
 * their canonical form.
 */
const canonicalPath = (pathname: string) =>
  new URL(pathname, location.origin).pathname
    .replace(/(?<=[^/])\/+$/, '')
    .replace(/^(\/collection\/[^/]+)\/items$/, '$1')
    .replace(/^\/nft\/(.+)$/, (_, id: string) => `/nft/${workId(id)}`)

/** Returns the URL suffix that names the language. Search engines treat each language as a separate page. */
const languageOf = (search: string) =>
  new URLSearchParams(search).get('lang') === locale ? `?lang=${locale}` : ''

function setTag(
  kind: 'link' | 'meta',
  name: 'rel' | 'property' | 'name',
  value: string,
  content: string | null,
) {
  const present = document.head.querySelector(`${kind}[${name}="${value}"]`)
  if (content === null) {
    present?.remove()
    return
  }
  const tag = present ?? document.head.appendChild(document.createElement(kind))
  tag.setAttribute(name, value)
  tag.setAttribute(kind === 'link' ? 'href' : 'content', content)
}

interface SharedPicture {
  /** A path on our origin; null for the default picture. */
  src: string | null
  alt?: string | undefined
}

/** Writes the canonical URL and social metadata, as the worker does for the first page (worker/http/page.ts). */
export function writeSocialTags(
  title: string,
  pathname: string,
  image: SharedPicture,
  description = t('A Gateway to Digital Luxury'),
) {
  const socialText = (content: string | null) => (pathname === '/' ? null : content)
  const address = `${location.origin}${canonicalPath(pathname)}${languageOf(location.search)}`
  setTag('link', 'rel', 'canonical', socialText(address))
  setTag('meta', 'property', 'og:type', socialText('website'))
  setTag('meta', 'property', 'og:site_name', socialText('OPX'))
  setTag('meta', 'property', 'og:title', socialText(title))
  setTag('meta', 'property', 'og:description', socialText(description))
  setTag('meta', 'property', 'og:url', socialText(address))
  const picture = image.src === null ? '/preview.png' : sizedImage(image.src, { w: 1200 })
  setTag('meta', 'property', 'og:image', socialText(`${location.origin}${picture}`))
  setTag('meta', 'property', 'og:image:alt', socialText(image.src === null ? null : (image.alt ?? null)))
  setTag('meta', 'name', 'twitter:card', socialText('summary_large_image'))
}

/** Sets title and tags of a page whose title is in the table of pages. All other pages set their own. */
export function describePage(pathname: string) {
  const page = findPage(pathname)
  if (page === null || page.title === null) return
  const title = documentTitle(page.path, page.title())
  document.title = title
  writeSocialTags(title, pathname, { src: null }, descriptionOf(page))
}
