import { accountId, addressOf } from './address.ts'

// flags(16) | transfer fee(16) | issuer(160) | scrambled taxon(32) | sequence(32), big-endian.
// Source: XLS-20 "NFTokenID", xrpl.org "NFToken".

export const nftFlag = {
  burnable: 0x0001,
  onlyXrp: 0x0002,
  trustLine: 0x0004,
  transferable: 0x0008,
  mutable: 0x0010,
} as const

/**
 * Scrambles a taxon, so that the tokens of one taxon are distributed over the pages. Source: XLS-20 "Taxon scrambling".
 */
export function scrambleTaxon(taxon: number, sequence: number): number {
  const mask = (Math.imul(384160001, sequence) + 2459) >>> 0
  return (taxon ^ mask) >>> 0
}

const toHex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')

export function makeNftokenId(parts: {
  flags: number
  transferFee: number
  issuer: string
  taxon: number
  sequence: number
}): string {
  const scrambledTaxon = scrambleTaxon(parts.taxon, parts.sequence)
  return (
    toHex(parts.flags, 4) +
    toHex(parts.transferFee, 4) +
    accountId(parts.issuer) +
    toHex(scrambledTaxon, 8) +
    toHex(parts.sequence, 8)
  )
}

export const nftFlags = (id: string) => Number.parseInt(id.slice(0, 4), 16)
/** Returns the transfer fee in units of 1/100,000 of the price. */
export const nftTransferFee = (id: string) => Number.parseInt(id.slice(4, 8), 16)
export const nftIssuer = (id: string) => addressOf(id.slice(8, 48))
export const nftSequence = (id: string) => Number.parseInt(id.slice(56, 64), 16)
export const nftTaxon = (id: string) => scrambleTaxon(Number.parseInt(id.slice(48, 56), 16), nftSequence(id))
/** Returns the part of an id that determines its page: the low 96 bits. */
export const nftPageBits = (id: string) => id.slice(40)
