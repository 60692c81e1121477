import { decodeAccountID } from 'ripple-address-codec'

/** Whether a text is a classic address whose checksum holds. Source: xrpl.org "Addresses". */
export function isClassicAddress(text: string): boolean {
  try {
    decodeAccountID(text)
    return true
  } catch {
    return false
  }
}
