const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What is kept of a promo code to compare with: keyed by its collection, so that equal codes do not look equal. */
export async function promoDigest(collectionId: string, code: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    bytes(`opx/promo/${collectionId}`),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return hex(await crypto.subtle.sign('HMAC', key, bytes(code.trim())))
}
