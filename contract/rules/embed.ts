/** Height of the text below the picture, in pixels: three lines and their spacing. */
const wordsHeight = 116
const largestWidth = 640
const usualWidth = 400
/** The text does not fit below this width. */
const smallestWidth = 220

/** Returns the path of a work's card, which other sites embed in a frame. */
export const embedPath = (id: string): string => `/embed/nft/${id}`

/** Returns the size of a card in pixels: a square picture with text below, as wide as the caller's limits allow. */
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

/**
 * Returns the HTML that embeds a card in another site. The frame is sandboxed: it can only open the work in a new tab.
 */
export function embedHtml(site: string, id: string, title: string, size = embedSize()): string {
  const { width, height } = size
  return `<iframe src="${site}${embedPath(id)}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`
}
