/** Cloudflare's HTMLRewriter, as far as it is used. Source: developers.cloudflare.com/workers/runtime-apis/html-rewriter */
interface RewriterElement {
  append(content: string, options: { html: boolean }): void
  setInnerContent(content: string): void
}
declare class HTMLRewriter {
  on(selector: string, handlers: { element(element: RewriterElement): void }): HTMLRewriter
  transform(response: Response): Response
}

export interface PageMeta {
  title: string
  description: string
  image: string | null
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
      ...(image === null ? {} : { 'og:image': image }),
    }).map(([property, content]) => `<meta property="${property}" content="${attribute(content)}">`),
    `<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">`,
  ]
  return tags.join('')
}

/** Puts social metadata and the first screen's data into the client's page. */
export function fillPage(html: Response, data: PageData, meta: PageMeta | null): Response {
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
    .transform(html)
}
