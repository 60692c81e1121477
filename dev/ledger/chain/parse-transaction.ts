import { createRequire } from 'node:module'
import type * as Keypairs from 'ripple-keypairs'
import { decodeBinary, encodeBinary, multisigningData, signingData } from '#dev/ledger/codec/binary.ts'
import { transactionHash } from '#dev/ledger/codec/hash.ts'
import { isObject } from '#dev/ledger/codec/json.ts'
import { signersAreSorted } from '#dev/ledger/transactions/common-checks.ts'
import { isPublicKey } from '#dev/ledger/transactions/signing-keys.ts'
import { checkTemplate } from '#dev/ledger/transactions/templates.ts'
import type { Transaction, TransactionFields } from '#dev/ledger/transactions/transaction-types.ts'

const keypairs: typeof Keypairs = createRequire(import.meta.url)('ripple-keypairs')

/** A blob that is not a transaction at all, with the server's reason. */
export class InvalidTransaction extends Error {}

function isTransaction(value: unknown): value is TransactionFields {
  return isObject(value) && typeof value.TransactionType === 'string' && typeof value.Account === 'string'
}

/** Decodes a signed transaction. @throws InvalidTransaction with the server's words. */
export function parseTransaction(blob: string): Transaction {
  const hex = blob.toUpperCase()
  const bytes = hex.length / 2
  // A transaction has at least a type, an account and a fee. Source: the server's txMinSizeBytes, txMaxSizeBytes.
  if (bytes < 32 || bytes > 1024 * 1024) throw new InvalidTransaction('Transaction length invalid')
  let fields: unknown
  try {
    fields = decodeBinary(hex)
  } catch {
    throw new InvalidTransaction('Unknown field')
  }
  if (!isTransaction(fields)) throw new InvalidTransaction("Field 'TransactionType' is required but missing.")
  const problem = checkTemplate(fields)
  if (problem !== null) throw new InvalidTransaction(problem)
  return { fields, blob: hex, hash: transactionHash(hex) }
}

/** The transaction that fields would make when serialised. */
export function transactionFromFields(fields: TransactionFields): Transaction {
  const blob = encodeBinary(fields)
  return { fields, blob, hash: transactionHash(blob) }
}

const CACHE_LIMIT = 20_000
const verified = new Set<string>()

/** Why the signature is not good, or null. A blob that was good once is not computed again. */
export function signatureProblem({ fields, hash }: Transaction): string | null {
  if (verified.has(hash)) return null
  const problem =
    fields.Signers === undefined || fields.SigningPubKey !== '' ? single(fields) : multiple(fields)
  if (problem === null) {
    if (verified.size >= CACHE_LIMIT) verified.clear()
    verified.add(hash)
  }
  return problem
}

function isSignature(data: string, signature: string, key: string): boolean {
  try {
    return keypairs.verify(data, signature, key)
  } catch {
    return false
  }
}

function single(fields: TransactionFields): string | null {
  if (!isPublicKey(fields.SigningPubKey)) return 'Invalid signature.'
  const { TxnSignature: signature = '' } = fields
  return isSignature(signingData(fields), signature, fields.SigningPubKey) ? null : 'Invalid signature.'
}

function multiple(fields: TransactionFields): string | null {
  const signers = fields.Signers ?? []
  if (signers.length < 1 || signers.length > 32) return 'Invalid Signers array size.'
  if (!signersAreSorted(fields)) return 'Unsorted Signers array.'
  for (const { Signer } of signers) {
    if (Signer.Account === fields.Account) return 'Invalid multisigner.'
    const data = multisigningData(fields, Signer.Account)
    if (!isSignature(data, Signer.TxnSignature, Signer.SigningPubKey)) {
      return `Invalid signature on account ${Signer.Account}.`
    }
  }
  return null
}

/** Marks a transaction's signature as checked elsewhere (benchmarks, transactions the ledger signed itself). */
export function trustSignature(hash: string): void {
  verified.add(hash)
}
