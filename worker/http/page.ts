/** Cloudflare's HTMLRewriter, as far as it is used. Source: developers.cloudflare.com/workers/runtime-apis/html-rewriter */
interface RewriterElement {
  append(content: string, options: { html: boolean }): void
  setInnerContent(content: string, options?: { html: boolean }): void
}
declare class HTMLRewriter {
  on(selector: string, handlers: { element(element: RewriterElement): void }): HTMLRewriter
  transform(response: Response): Response
}

export interface PageMeta {
  title: string
  description: string
  /** Shown by whoever passes the address on. */
  image: string
  canonical: string
}

export interface PageData {
  settings: unknown
  /** The client's query cache: keys as the client makes them. */
  queries: { key: [name: string, ...parts: unknown[]]; data: unknown }[]
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** JSON that may stand inside a script element: no tag can end it. */
const inert = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

function metaTags({ title, description, image, canonical }: PageMeta): string {
  const tags = [
    `<link rel="canonical" href="${attribute(canonical)}">`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': 'OPX',
      'og:title': title,
      'og:description': description,
      'og:url': canonical,
      'og:image': image,
    }).map(([property, content]) => `<meta property="${property}" content="${attribute(content)}">`),
    `<meta name="twitter:card" content="summary_large_image">`,
  ]
  return tags.join('')
}

/** What stands in the page until the client's code is there: its largest picture and its title. */
export interface FirstPaint {
  place: 'featured' | 'stage' | 'cover'
  title: string
  picture: { src: string; srcSet: string | null; sizes: string } | null
}

/** Stands in the page when its data cannot be read; without JavaScript it is all there is. */
export interface PageNotice {
  /** Of the error, as in the API. */
  code: string
  text: string
}

const noticeHtml = ({ code, text }: PageNotice) =>
  `<main class="first-paint-notice" data-problem="${attribute(code)}"><p>${attribute(text)}</p></main>`

/** The classes are those of web/styles/first-paint.css; the client's first rendering takes the place of all this. */
function firstPaintHtml(first: FirstPaint | PageNotice | null): string {
  const header = '<header class="first-paint-header"><span>OPX</span></header>'
  if (first === null) return header
  if ('code' in first) return `${header}${noticeHtml(first)}`
  const { place, title, picture } = first
  const sources =
    picture === null || picture.srcSet === null
      ? ''
      : ` srcset="${attribute(picture.srcSet)}" sizes="${attribute(picture.sizes)}"`
  const image =
    picture === null ? '' : `<img src="${attribute(picture.src)}"${sources} alt="" fetchpriority="high">`
  return `${header}<main class="first-paint-body" data-first-paint="${place}"><div class="first-paint-wall">${image}</div><h1 class="first-paint-title">${attribute(title)}</h1></main>`
}

/** Puts social metadata into a page that is a file. */
export function addMeta(html: Response, meta: PageMeta): Response {
  return new HTMLRewriter()
    .on('head', {
      element(element) {
        element.append(metaTags(meta), { html: true })
      },
    })
    .transform(html)
}

/** Puts social metadata, the first screen's data and its first paint into the client's page. */
export function fillPage(
  html: Response,
  data: PageData,
  meta: PageMeta | null,
  first: FirstPaint | PageNotice | null,
): Response {
  return new HTMLRewriter()
    .on('title', {
      element(element) {
        if (meta !== null) element.setInnerContent(meta.title)
      },
    })
    .on('head', {
      element(element) {
        if (meta !== null) element.append(metaTags(meta), { html: true })
        element.append(`<script type="application/json" id="opx-data">${inert(data)}</script>`, {
          html: true,
        })
      },
    })
    .on('#root', {
      element(element) {
        element.setInnerContent(firstPaintHtml(first), { html: true })
      },
    })
    .transform(html)
}
