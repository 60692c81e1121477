import { accountId } from '#ledger/codec/address.ts'
import { hashPrefix } from '#ledger/codec/hash.ts'
import { multipleSignaturesProblem, singleSignatureProblem } from './signatures.ts'
import { type BatchSigner, flagsOf, sequenceValue, type TransactionFields } from './transaction-types.ts'

// Signatures of the other accounts of a Batch. Source: XLS-56 ("BatchSigners"), with BatchV1_1.

const uint32 = (value: number) => (value >>> 0).toString(16).toUpperCase().padStart(8, '0')

/**
 * Returns the bytes (hex) that a BatchSigner signs: prefix(32) | outer account(160) | outer sequence or ticket(32) |
 * outer flags(32) | count(32) | inner hashes(256 each) | signer(160). With a signer list, each member appends its own
 * account(160). The fee, memos and LastLedgerSequence of the outer transaction are not covered.
 */
export function batchSigningData(
  outer: TransactionFields,
  innerHashes: readonly string[],
  signer: string,
): string {
  return (
    hashPrefix.batch +
    accountId(outer.Account) +
    uint32(sequenceValue(outer)) +
    uint32(flagsOf(outer)) +
    uint32(innerHashes.length) +
    innerHashes.join('') +
    accountId(signer)
  )
}

/** Returns why a BatchSigner's signature is invalid, or null. */
export function batchSignatureProblem(
  outer: TransactionFields,
  innerHashes: readonly string[],
  signer: BatchSigner,
): string | null {
  const data = batchSigningData(outer, innerHashes, signer.Account)
  if ((signer.SigningPubKey ?? '') !== '') return singleSignatureProblem(signer, data)
  return multipleSignaturesProblem(signer, signer.Account, (member) => data + accountId(member))
}
