import { accountId } from '#ledger/codec/address.ts'
import { verify } from '#ledger/codec/key-pairs.ts'
import { isPublicKey } from './signing-keys.ts'
import type { SignerItem } from './transaction-types.ts'

// Verifies signatures of a transaction or a Batch signer, by one key or by a signer list. Source: xrpl.org "Transaction
// Signatures", "Multi-Signing"; the messages are the server's.

const MAX_SIGNERS = 32

interface Signed {
  SigningPubKey?: string
  TxnSignature?: string
  Signers?: SignerItem[]
}

/** Returns why a signature by one key is invalid, or null. @param data the signed bytes, as hex. */
export function singleSignatureProblem(signedFields: Signed, data: string): string | null {
  const { SigningPubKey: key = '', TxnSignature: signature = '' } = signedFields
  if (signedFields.Signers !== undefined) return 'Cannot both single- and multi-sign.'
  if (!isPublicKey(key)) return 'Invalid signature.'
  return verify(data, signature, key) ? null : 'Invalid signature.'
}

/**
 * Returns why the signatures of a signer list are invalid, or null.
 * @param owner the list's account, which cannot sign for itself.
 * @param dataFor the bytes (hex) that a member of the list signs.
 */
export function multipleSignaturesProblem(
  signedFields: Signed,
  owner: string,
  dataFor: (member: string) => string,
): string | null {
  const { Signers: signers } = signedFields
  if (signers === undefined) return 'Empty SigningPubKey.'
  if (signedFields.TxnSignature !== undefined) return 'Cannot both single- and multi-sign.'
  if (signers.length < 1 || signers.length > MAX_SIGNERS) return 'Invalid Signers array size.'
  let last = ''
  for (const { Signer: signer } of signers) {
    const id = accountId(signer.Account)
    if (signer.Account === owner) return 'Invalid multisigner.'
    if (id === last) return 'Duplicate Signers not allowed.'
    if (id < last) return 'Unsorted Signers array.'
    last = id
    const valid =
      isPublicKey(signer.SigningPubKey) &&
      verify(dataFor(signer.Account), signer.TxnSignature, signer.SigningPubKey)
    if (!valid) return `Invalid signature on account ${signer.Account}.`
  }
  return null
}
