import type * as v from 'valibot'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import type { NFTokenFlags } from '#contract/schemas/nfts.ts'
import { addressOf } from './addresses.ts'

export interface TokenIdentity {
  flags: number
  /** Transfer fee in units of 1/100,000. */
  transferFee: number
  issuer: string
  taxon: number
  sequence: number
}

/**
 * Decodes the fields of an NFTokenID. The taxon is scrambled by a generator seeded with the sequence. Source: XLS-20,
 * "NFTokenID".
 */
export function identifyToken(nftId: string): TokenIdentity {
  const number = (from: number, to: number) => Number.parseInt(nftId.slice(from, to), 16)
  const sequence = number(56, 64)
  return {
    flags: number(0, 4),
    transferFee: number(4, 8),
    issuer: addressOf(nftId.slice(8, 48)),
    taxon: (number(48, 56) ^ (Math.imul(384_160_001, sequence) + 2459)) >>> 0,
    sequence,
  }
}

/** Maximum transfer fee: 50 %, in units of 1/100,000 (XLS-20). */
const maxTransferFee = 50_000
const allFlags = Object.values(nftokenFlags).reduce((sum, flag) => sum | flag, 0)

/** True if a 64-digit id can be an NFTokenID. About one in 2,700 hashes looks like one. */
export function canBeToken(id: string): boolean {
  const { flags, transferFee } = identifyToken(id)
  return (flags & ~allFlags) === 0 && transferFee <= maxTransferFee
}

export function tokenFlags(flags: number): v.InferOutput<typeof NFTokenFlags> {
  return {
    burnable: (flags & nftokenFlags.burnable) !== 0,
    onlyXRP: (flags & nftokenFlags.onlyXRP) !== 0,
    trustLine: (flags & nftokenFlags.trustLine) !== 0,
    transferable: (flags & nftokenFlags.transferable) !== 0,
    mutable: (flags & nftokenFlags.mutable) !== 0,
  }
}
