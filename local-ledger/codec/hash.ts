import { createHash } from 'node:crypto'

/** Returns the first half of SHA-512 in upper-case hex. Source: xrpl.org "Hashing" (SHA-512Half). */
export function sha512Half(hex: string): string {
  return createHash('sha512').update(hex, 'hex').digest('hex').slice(0, 64).toUpperCase()
}

/** Prefixes that separate the hashes of different kinds of data. Source: xrpl.org "Hash prefixes". */
export const hashPrefix = {
  transaction: '54584E00',
  transactionNode: '534E4400',
  innerNode: '4D494E00',
  ledgerHeader: '4C575200',
  singleSigned: '53545800',
  batch: '42434800',
} as const

/** Returns the identifying hash of a signed transaction, from its serialized form. */
export function transactionHash(blob: string): string {
  return sha512Half(hashPrefix.transaction + blob)
}
