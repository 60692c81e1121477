import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns SHA-256 in hex, the form in which the database stores a browser's nonce. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares two digests in constant time. */
export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
