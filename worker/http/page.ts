import { html } from 'hono/html'
import type { Html } from './document-page.ts'

/** The used part of Cloudflare's HTMLRewriter. Source: developers.cloudflare.com/workers/runtime-apis/html-rewriter */
interface RewriterElement {
  getAttribute(name: string): string | null
  prepend(content: string, options: { html: boolean }): void
  append(content: string, options: { html: boolean }): void
  setInnerContent(content: string, options?: { html: boolean }): void
}
declare class HTMLRewriter {
  on(selector: string, handlers: { element(element: RewriterElement): void | Promise<void> }): HTMLRewriter
  transform(response: Response): Response
}

export interface PageMeta {
  title: string
  /** Title of the preview: the work, its artist, and its price or state. */
  social: string
  description: string
  /** Image of the preview in social networks. */
  image: string
  /** Text alternative of the preview image. */
  imageAlt?: string | undefined
  canonical: string
  /** The feed of this page (RFC 4287). */
  feed?: { title: string; href: string } | undefined
  /** The oEmbed address of this page, which other sites use to embed it (oembed.com, 4). */
  oembed?: string | undefined
}

export interface PageData {
  settings: unknown
  /** The newest ledger that the data includes. */
  ledgerIndex: number | null
  /** The client's query cache, with the keys that the client uses. */
  queries: { key: [name: string, ...parts: unknown[]]; data: unknown }[]
}

/** Returns JSON that is safe inside a script element: it cannot contain a tag. */
const toInertJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

const feedTag = (feed: PageMeta['feed']) =>
  feed === undefined
    ? ''
    : html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.href}">`

const oembedTag = (href: PageMeta['oembed'], title: string) =>
  href === undefined
    ? ''
    : html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${href}">`

const imageAltTag = (text: PageMeta['imageAlt']) =>
  text === undefined ? '' : html`<meta property="og:image:alt" content="${text}">`

const metaTags = ({ social, description, image, imageAlt, canonical, feed, oembed }: PageMeta): Html =>
  html`<link rel="canonical" href="${canonical}">${feedTag(feed)}${oembedTag(oembed, social)}<meta property="og:type" content="website"><meta property="og:site_name" content="OPX"><meta property="og:title" content="${social}"><meta property="og:description" content="${description}"><meta property="og:url" content="${canonical}"><meta property="og:image" content="${image}">${imageAltTag(imageAlt)}<meta name="twitter:card" content="summary_large_image">`

interface FirstPicture {
  src: string
  srcSet: string | null
  sizes: string
}

/** Content displayed until the client's code has loaded: the page's largest picture and its title. */
export interface FirstPaint {
  place: 'featured' | 'stage' | 'cover'
  title: string
  picture: FirstPicture | null
  /**
   * The first works of a list, whose pictures are larger than the cover on phones; null for a work without a picture.
   */
  works?: (FirstPicture | null)[]
}

/** Content displayed if the page's data cannot be read. Without JavaScript, it is the whole page. */
export interface PageNotice {
  /** Status of the error, as in the API. */
  code: string
  text: string
}

const noticeHtml = ({ code, text }: PageNotice): Html =>
  html`<main class="first-paint-notice" data-problem="${code}"><p>${text}</p></main>`

function pictureHtml({ src, srcSet, sizes }: FirstPicture, loading: 'eager' | 'lazy' = 'eager'): Html {
  const sources = srcSet === null ? null : html` srcset="${srcSet}" sizes="${sizes}"`
  return html`<img src="${src}"${sources} alt="" fetchpriority="high" loading="${loading}">`
}

/**
 * Returns the first works of a list as HTML. The styles hide these works on wide screens, where lazy pictures are not
 * loaded. On phones, lazy pictures wait for the styles, so the preload links also name them.
 */
const worksHtml = (works: (FirstPicture | null)[]): Html =>
  html`<div class="first-paint-works">${works.map((work) => html`<div>${work && pictureHtml(work, 'lazy')}</div>`)}</div>`

const preloadHtml = ({ src, srcSet, sizes }: FirstPicture): Html => {
  const sources = srcSet === null ? null : html` imagesrcset="${srcSet}" imagesizes="${sizes}"`
  return html`<link rel="preload" as="image" href="${src}"${sources} media="(max-width: 699px)" fetchpriority="high">`
}

/**
 * Returns the first paint as HTML, with the classes defined in web/styles/first-paint.css. The client's first rendering
 * replaces it.
 */
function firstPaintHtml(first: FirstPaint | PageNotice | null): Html {
  const header = html`<header class="first-paint-header"><span>OPX</span></header>`
  if (first === null) return header
  if ('code' in first) return html`${header}${noticeHtml(first)}`
  const { place, title, picture, works = [] } = first
  const preloads = works.flatMap((work) => (work === null ? [] : [preloadHtml(work)]))
  return html`${preloads}${header}<main class="first-paint-body" data-first-paint="${place}"><div class="first-paint-wall">${picture && pictureHtml(picture)}</div><h1 class="first-paint-title">${title}</h1>${works.length > 0 && worksHtml(works)}</main>`
}

/** Adds social metadata to a page that is a static file. */
export function addMeta(page: Response, meta: PageMeta): Response {
  return new HTMLRewriter()
    .on('head', {
      async element(element) {
        element.append(await metaTags(meta), { html: true })
      },
    })
    .transform(page)
}

/** Adds a sentence in another language before the text of a document. */
export function addNote(page: Response, language: string, sentence: string): Response {
  return new HTMLRewriter()
    .on('main', {
      async element(element) {
        element.prepend(await html`<p class="note" lang="${language}">${sentence}</p>`, { html: true })
      },
    })
    .transform(page)
}

/** Returns links to the page in the other languages of the build. Search engines require the full tag for Chinese. */
const alternateTags = (address: string, languages: string[]): Html =>
  html`${languages.map(
    (language) =>
      html`<link rel="alternate" hreflang="${language === 'zh' ? 'zh-Hans' : language}" href="${address}?lang=${language}">`,
  )}<link rel="alternate" hreflang="x-default" href="${address}">`

const bannerHtml = (sentence: string): Html => html`<p class="site-notice" role="status">${sentence}</p>`

interface Parts {
  data: PageData
  meta: PageMeta | null
  /** The page's address without a language; null if there are no alternates. */
  alternates: string | null
  /** Suffix of the page's address in this language. */
  address: string
  first: FirstPaint | PageNotice | null
  /** A sentence above all other content, outside the elements that the client renders; null if there is none. */
  banner: string | null
}

/** Adds social metadata, the first screen's data, its first paint and the banner to the client's page. */
export function fillPage(
  page: Response,
  { data, meta, alternates, address, first, banner }: Parts,
): Response {
  let languages: string[] = []
  return new HTMLRewriter()
    .on('html', {
      element(element) {
        languages = (element.getAttribute('data-languages') ?? '')
          .split(' ')
          .filter((language) => language !== '')
      },
    })
    .on('body', {
      async element(element) {
        if (banner !== null) element.prepend(await bannerHtml(banner), { html: true })
      },
    })
    .on('title', {
      element(element) {
        if (meta !== null) element.setInnerContent(meta.title)
      },
    })
    .on('head', {
      async element(element) {
        if (meta !== null)
          element.append(await metaTags({ ...meta, canonical: `${meta.canonical}${address}` }), {
            html: true,
          })
        if (alternates !== null && languages.length > 1)
          element.append(await alternateTags(alternates, languages), { html: true })
        element.append(`<script type="application/json" id="opx-data">${toInertJson(data)}</script>`, {
          html: true,
        })
      },
    })
    .on('#root', {
      async element(element) {
        element.setInnerContent(await firstPaintHtml(first), { html: true })
      },
    })
    .transform(page)
}
