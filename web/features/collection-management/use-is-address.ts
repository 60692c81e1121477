import { useEffect, useState } from 'react'
import { checksumHolds } from './address-checksum.ts'

/** What was looked at, for as long as the tab is open: only what is new in a list is looked at again. */
const looked = new Map<string, boolean>()

/**
 * Whether an address of a text would be kept by the server. Checksums are looked at beside the typing; until then an
 * address counts as right. The ledger's own addresses only: an X-address can name a tag, which no list asks for.
 */
export function useIsAddress(text: string): (address: string) => boolean {
  const [, lookAgain] = useState(0)
  useEffect(() => {
    const found = text.match(/(?<![0-9A-Za-z])r[0-9A-Za-z]{24,34}(?![0-9A-Za-z])/g) ?? []
    const fresh = [...new Set(found)].filter((address) => !looked.has(address))
    if (fresh.length === 0) return
    void Promise.all(fresh.map(async (address) => looked.set(address, await checksumHolds(address)))).then(
      () => lookAgain((times) => times + 1),
    )
  }, [text])
  return (address) => address.startsWith('r') && looked.get(address) !== false
}
