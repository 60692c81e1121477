/**
 * The address at which a file of the media route runs as a program. A folder ends in a slash, so that its names are relative to
 * it.
 */
export function playAddress(src: string): string {
  const address = src.replace(/^\/media\//, '/play/')
  return /^\/play\/ipfs\/[^/]+$/.test(address) ? `${address}/` : address
}
