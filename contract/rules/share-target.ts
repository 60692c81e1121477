const maxSearch = 100

/** Returns path and query of the first link to `origin` in a text; null if there is none. */
function ownLink(text: string, origin: string): string | null {
  for (const word of text.split(/\s+/)) {
    const link = URL.canParse(word) ? new URL(word) : null
    // Exactly one slash, because two would begin the name of another host.
    if (link?.origin === origin) return `${link.pathname.replace(/^\/+/, '/')}${link.search}`
  }
  return null
}

/**
 * Returns the page for a shared link or text: our own links lead to their page, an NFTokenID to its work, anything else
 * to the search. `texts` is sorted by relevance.
 */
export function sharedPath(texts: string[], origin: string): string {
  for (const text of texts) {
    const ownAddress = ownLink(text, origin)
    if (ownAddress !== null) return ownAddress.startsWith('/share') ? '/' : ownAddress
  }
  for (const text of texts) {
    const id = /(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])/.exec(text)?.[0]
    if (id !== undefined) return `/nft/${id.toUpperCase()}`
  }
  const words = texts.find((text) => text.trim() !== '')?.trim() ?? ''
  // Half of a surrogate pair cannot be encoded.
  return words === '' ? '/' : `/search/${encodeURIComponent(words.slice(0, maxSearch).toWellFormed())}`
}
