import { addressOfPublicKey } from '#ledger/codec/address.ts'
import type { TransactionFields } from './transaction-types.ts'

/**
 * True for a public key of 33 bytes: Ed25519 keys start with ED, compressed secp256k1 keys with 02 or 03. Source:
 * xrpl.org "Cryptographic Keys".
 */
export const isPublicKey = (hex: string): boolean => /^(?:ED|02|03)[0-9A-F]{64}$/i.test(hex)

/** Returns the account whose master key this is. */
export const signerOf = (publicKey: string): string | null =>
  isPublicKey(publicKey) ? addressOfPublicKey(publicKey) : null

export const signsWithMasterKey = (fields: TransactionFields): boolean =>
  signerOf(fields.SigningPubKey) === fields.Account
