import { useEffect, useState } from 'react'

/** Results of earlier checks. */
const known = new Map<string, boolean>()

/**
 * Whether the server would accept an address. The codec loads when the first list opens; until then every address counts as
 * valid. Only classic addresses: an X-address can contain a tag, which lists do not use.
 */
export function useIsAddress(text: string): (address: string) => boolean {
  const [, rerender] = useState(0)
  useEffect(() => {
    const found = text.match(/(?<![0-9A-Za-z])r[0-9A-Za-z]{24,34}(?![0-9A-Za-z])/g) ?? []
    const fresh = [...new Set(found)].filter((address) => !known.has(address))
    if (fresh.length === 0) return
    const check = async () => {
      const { isValidClassicAddress } = await import('ripple-address-codec')
      for (const address of fresh) known.set(address, isValidClassicAddress(address))
      rerender((times) => times + 1)
    }
    // The codec cannot load without a network. The server checks every line when the list is saved.
    check().catch(() => undefined)
  }, [text])
  return (address) => address.startsWith('r') && known.get(address) !== false
}
