/**
 * Returns the URL at which a file of the media route runs as a program. A folder's URL ends in a slash, so that
 * relative names resolve inside it.
 */
export function playAddress(src: string): string {
  const address = src.replace(/^\/media\//, '/play/')
  return /^\/play\/ipfs\/[^/]+$/.test(address) ? `${address}/` : address
}
