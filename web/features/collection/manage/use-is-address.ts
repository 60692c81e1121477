import { useEffect, useState } from 'react'

/** Addresses that this tab has checked, so that only new ones are checked. */
const looked = new Map<string, boolean>()

/**
 * Whether an address of a text would be kept by the server. The codec comes when the first list is open; until then an
 * address counts as right. The ledger's own addresses only: an X-address can name a tag, which no list asks for.
 */
export function useIsAddress(text: string): (address: string) => boolean {
  const [, lookAgain] = useState(0)
  useEffect(() => {
    const found = text.match(/(?<![0-9A-Za-z])r[0-9A-Za-z]{24,34}(?![0-9A-Za-z])/g) ?? []
    const fresh = [...new Set(found)].filter((address) => !looked.has(address))
    if (fresh.length === 0) return
    const look = async () => {
      const { isValidClassicAddress } = await import('ripple-address-codec')
      for (const address of fresh) looked.set(address, isValidClassicAddress(address))
      lookAgain((times) => times + 1)
    }
    // Without a network the codec cannot load; the server checks every line when the list is saved.
    look().catch(() => undefined)
  }, [text])
  return (address) => address.startsWith('r') && looked.get(address) !== false
}
