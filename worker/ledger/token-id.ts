import type * as v from 'valibot'
import { parseNFTokenID } from 'xrpl'
import type { NFTokenFlags } from '#worker/contract/nfts.ts'

export interface TokenIdentity {
  flags: number
  /** In 1/100,000. */
  transferFee: number
  issuer: string
  taxon: number
  sequence: number
}

/** What an NFTokenID says by itself. Source: XLS-20, "NFTokenID". */
export function identifyToken(nftId: string): TokenIdentity {
  const parsed = parseNFTokenID(nftId)
  return {
    flags: parsed.Flags,
    transferFee: parsed.TransferFee,
    issuer: parsed.Issuer,
    taxon: parsed.Taxon,
    sequence: parsed.Sequence,
  }
}

const bits = { burnable: 1, onlyXRP: 2, trustLine: 4, transferable: 8, mutable: 16 } as const

export function tokenFlags(flags: number): v.InferOutput<typeof NFTokenFlags> {
  return {
    burnable: (flags & bits.burnable) !== 0,
    onlyXRP: (flags & bits.onlyXRP) !== 0,
    trustLine: (flags & bits.trustLine) !== 0,
    transferable: (flags & bits.transferable) !== 0,
    mutable: (flags & bits.mutable) !== 0,
  }
}
