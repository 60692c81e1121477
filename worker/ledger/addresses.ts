import * as v from 'valibot'
import { decodeAccountID, xAddressToClassicAddress } from 'ripple-address-codec'

/** Whether a text is a classic address whose checksum holds. Source: xrpl.org "Addresses". */
export function isClassicAddress(text: string): boolean {
  try {
    decodeAccountID(text)
    return true
  } catch {
    return false
  }
}

/** The account that a classic address or an X-address names; null when its checksum does not hold. */
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
