import { decodeBinary, encodeBinary, multisigningData, signingData } from '#ledger/codec/binary.ts'
import { isPseudoType, isTransactionType, serialisationProblem } from '#ledger/codec/field-walk.ts'
import { transactionHash } from '#ledger/codec/hash.ts'
import { isObject } from '#ledger/codec/json.ts'
import { isEnabled } from '#ledger/entries/amendments.ts'
import { batchSignatureProblem } from '#ledger/transactions/batch-signing.ts'
import { memoProblem } from '#ledger/transactions/memos.ts'
import { multipleSignaturesProblem, singleSignatureProblem } from '#ledger/transactions/signatures.ts'
import { checkObjects } from '#ledger/transactions/templates.ts'
import {
  flagsOf,
  initiatorOf,
  innerBatchFlag,
  type Transaction,
  type TransactionFields,
} from '#ledger/transactions/transaction-types.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { BATCH_SIGNERS_LIMIT, readBatch } from './read-batch.ts'
import { asServerWrites, currencyProblem, fieldsProblem, isTransactionFields } from './transaction-fields.ts'

/** Thrown for a blob that is not a transaction, with the server's reason. */
export class InvalidTransaction extends Error {}

/** Decodes a signed transaction. @throws InvalidTransaction with the server's message. */
export function parseTransaction(blob: string): Transaction {
  const hex = blob.toUpperCase()
  const bytes = hex.length / 2
  // A transaction has at least a type, an account and a fee. Source: the server's txMinSizeBytes, txMaxSizeBytes.
  if (bytes < 32 || bytes > 1024 * 1024) throw new InvalidTransaction('Transaction length invalid')
  let fields: unknown
  try {
    fields = decodeBinary(hex)
  } catch {
    throw new InvalidTransaction(unknownType(hex) ?? serialisationProblem(hex))
  }
  const objectProblem = isObject(fields) ? checkObjects(fields) : null
  if (objectProblem !== null) throw new InvalidTransaction(objectProblem)
  if (!isTransactionFields(fields))
    throw new InvalidTransaction("Field 'TransactionType' is required but missing.")
  const problem = fieldsProblem(fields) ?? innerCurrencyProblem(fields)
  if (problem !== null) throw new InvalidTransaction(problem)
  return transactionOf(fields, hex)
}

/**
 * Returns the problem of an issued amount in an inner transaction, or null. Amounts are parsed first, including those
 * of inner transactions.
 */
function innerCurrencyProblem({ RawTransactions: items = [] }: TransactionFields): string | null {
  for (const inner of items.flatMap((item) => Object.values(item))) {
    const problem = isObject(inner) ? currencyProblem(inner) : null
    if (problem !== null) return problem
  }
  return null
}

/** Creates a transaction, including the parsed inner transactions of a Batch. */
function transactionOf(fields: TransactionFields, blob: string): Transaction {
  const transaction = { fields: asServerWrites(fields), blob, hash: transactionHash(blob) }
  if (fields.TransactionType !== 'Batch') return transaction
  return { ...transaction, batch: readBatch(fields) }
}

/** Returns the server's message if the transaction type, with which a blob starts, is unknown; null otherwise. */
function unknownType(hex: string): string | null {
  const type = /^12([0-9A-F]{4})/.exec(hex)?.[1]
  if (type === undefined || isTransactionType(Number.parseInt(type, 16))) return null
  return `Invalid transaction type ${Number.parseInt(type, 16)}`
}

/** Serializes fields to a transaction. @throws if a value is invalid for its field. */
export function transactionFromFields(fields: TransactionFields): Transaction {
  const blob = encodeBinary(fields)
  const json = decodeBinary(blob)
  return transactionOf(isTransactionFields(json) ? json : fields, blob)
}

const CACHE_LIMIT = 20_000
const verifiedSignatures = new Set<string>()

/**
 * Returns why a server refuses a transaction before it tries to apply it, or null. @param view the ledger whose
 * amendments are active.
 */
export function validityProblem(transaction: Transaction, view: ReadView): string | null {
  const { fields, batch } = transaction
  if ((flagsOf(fields) & innerBatchFlag) !== 0 && isEnabled(view, 'BatchV1_1'))
    return 'Batch inner transactions are never considered validly signed.'
  const pseudo = isPseudoType(fields.TransactionType) ? 'Cannot submit pseudo transactions.' : null
  return signatureProblem(transaction) ?? memoProblem(fields) ?? pseudo ?? batch?.problem ?? null
}

/** Returns why a signature is invalid, or null. A blob is verified only once. */
export function signatureProblem(transaction: Transaction): string | null {
  const { fields, hash } = transaction
  if (verifiedSignatures.has(hash)) return null
  const problem = ownSignatureProblem(fields) ?? othersSignatureProblem(transaction)
  if (problem === null) {
    if (verifiedSignatures.size >= CACHE_LIMIT) verifiedSignatures.clear()
    verifiedSignatures.add(hash)
  }
  return problem
}

function ownSignatureProblem(fields: TransactionFields): string | null {
  if (fields.SigningPubKey !== '') return singleSignatureProblem(fields, signingData(fields))
  return multipleSignaturesProblem(fields, initiatorOf(fields), (member) => multisigningData(fields, member))
}

/** Checks the signatures of the other accounts of a Batch. */
function othersSignatureProblem({ fields, batch }: Transaction): string | null {
  const signers = fields.BatchSigners ?? []
  // A Batch with too many signers is refused elsewhere, without verifying each signature.
  if (batch === undefined || signers.length > BATCH_SIGNERS_LIMIT) return null
  for (const { BatchSigner: signer } of signers) {
    const problem = batchSignatureProblem(fields, batch.hashes, signer)
    if (problem !== null) return problem
  }
  return null
}

/** Marks a transaction's signature as already checked (benchmarks, transactions signed by the ledger itself). */
export function trustSignature(hash: string): void {
  verifiedSignatures.add(hash)
}
