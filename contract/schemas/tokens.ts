import * as v from 'valibot'

/** A listed token: its symbol may be shown in place of currency and issuer. */
export const ListedToken = v.object({ symbol: v.string(), currency: v.string(), issuer: v.string() })
export type ListedToken = v.InferOutput<typeof ListedToken>

/**
 * Returns the code of a currency on the ledger: 3 characters and hex digits are unchanged, longer names become 40 hex
 * digits padded with zeros. Null for an invalid code, and for a disguised XRP. Source: xrpl.org "Currency codes".
 */
export function currencyCode(text: string): string | null {
  if (/^[0-9A-Fa-f]{40}$/.test(text)) return text.startsWith('00') ? null : text.toUpperCase()
  if (text.toUpperCase() === 'XRP' || !/^[!-~]{3,20}$/.test(text)) return null
  if (text.length === 3) return text
  const hex = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return hex.toUpperCase().padEnd(40, '0')
}

/**
 * Returns a readable currency code: the name inside 40 hex digits if there is one. Never returns a listed symbol by
 * itself.
 */
export function currencyName(code: string): string {
  if (!/^[0-9A-F]{40}$/.test(code)) return code
  const bytes = (code.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const end = bytes.findIndex((byte) => byte === 0)
  const name = bytes.slice(0, end < 0 ? 20 : end)
  const plain = name.length > 0 && name.every((byte) => byte >= 0x21 && byte <= 0x7e)
  return plain ? String.fromCharCode(...name) : code
}

/** Returns the listed token for a currency and issuer; null if there is none. */
export function listedToken(
  tokens: readonly ListedToken[],
  amount: { currency: string; issuer: string },
): ListedToken | null {
  return tokens.find((token) => token.currency === amount.currency && token.issuer === amount.issuer) ?? null
}
