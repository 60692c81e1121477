/** Height of the text below the picture, in pixels: three lines and their space. */
const wordsHeight = 116
const largestWidth = 640
const usualWidth = 400
/** The text does not fit below this width. */
const smallestWidth = 220

/** The card of a work, which pages of others show in a frame. */
export const embedPath = (id: string): string => `/embed/nft/${id}`

/** The size of a card in pixels: a square picture with its words below, as wide as the caller's limits allow. */
export function embedSize({ maxwidth, maxheight }: { maxwidth?: number; maxheight?: number } = {}): {
  width: number
  height: number
} {
  const fits = Math.min(maxwidth ?? usualWidth, (maxheight ?? Number.POSITIVE_INFINITY) - wordsHeight)
  const width = Math.max(smallestWidth, Math.min(largestWidth, fits))
  return { width, height: width + wordsHeight }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The element that shows a card on another page. The frame is sandboxed: it can only open the work in a new tab. */
export function embedHtml(site: string, id: string, title: string, size = embedSize()): string {
  const { width, height } = size
  return `<iframe src="${site}${embedPath(id)}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`
}
