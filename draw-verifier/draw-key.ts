import { ed25519 } from '@noble/curves/ed25519.js'

/** Returns a canonical point of Ed25519 that is not of small order; null otherwise. */
function pointOf(hex: string) {
  try {
    const point = ed25519.Point.fromHex(hex)
    return point.isSmallOrder() ? null : point
  } catch {
    // Not a point of the curve, or not in canonical encoding.
    return null
  }
}

/**
 * True if a draw key is a point of the prime-order subgroup. With a key of small order, a signature can match any
 * message, and WebCrypto does not refuse it. Source: RFC 8032, 5.1 and 8.8.
 */
export const isSoundKey = (drawKey: string): boolean => pointOf(drawKey)?.isTorsionFree() ?? false

/** True if the first half of a signature is a sound point; WebCrypto checks the rest. */
export const isSoundSignature = (signature: string): boolean => pointOf(signature.slice(0, 64)) !== null
