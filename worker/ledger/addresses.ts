import * as v from 'valibot'
import { decodeAccountID, encodeAccountID, xAddressToClassicAddress } from 'ripple-address-codec'

/** True if a text is a classic address with a valid checksum. Source: xrpl.org "Addresses". */
export function isClassicAddress(text: string): boolean {
  try {
    decodeAccountID(text)
    return true
  } catch {
    return false
  }
}

/** Returns the account of a classic address or an X-address; null if the checksum is invalid. */
export function accountOfAddress(text: string): string | null {
  if (isClassicAddress(text)) return text
  try {
    return xAddressToClassicAddress(text).classicAddress
  } catch {
    return null
  }
}

/** A classic address in a ledger's JSON. */
export const LedgerAddress = v.pipe(v.string(), v.maxLength(40), v.check(isClassicAddress))

/** Addresses by account ID. Encoding an address takes two hashes, and a few accounts are in most transactions. */
const encodedAddresses = new Map<string, string>()
const maxEncoded = 20_000

/** Returns the classic address of an account ID of 40 hex digits. */
export function addressOf(accountIdHex: string): string {
  const entry = encodedAddresses.get(accountIdHex)
  if (entry !== undefined) return entry
  if (encodedAddresses.size >= maxEncoded) encodedAddresses.clear()
  const address = encodeAccountID(Buffer.from(accountIdHex, 'hex'))
  encodedAddresses.set(accountIdHex, address)
  return address
}
