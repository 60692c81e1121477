import { amountFromJson, amountToJson, isMptAmount } from '#dev/ledger/amounts/amount.ts'
import { ACCOUNT_ZERO } from '#dev/ledger/codec/address.ts'
import { decodeBinary, encodeBinary, multisigningData, signingData } from '#dev/ledger/codec/binary.ts'
import { isTransactionType, serialisationProblem } from '#dev/ledger/codec/field-walk.ts'
import { transactionHash } from '#dev/ledger/codec/hash.ts'
import { isObject } from '#dev/ledger/codec/json.ts'
import { signersAreSorted } from '#dev/ledger/transactions/common-checks.ts'
import { isPublicKey } from '#dev/ledger/transactions/signing-keys.ts'
import { findRules } from '#dev/ledger/transactions/registry.ts'
import { checkTemplate } from '#dev/ledger/transactions/templates.ts'
import type { Transaction, TransactionFields } from '#dev/ledger/transactions/transaction-types.ts'
import { verify } from '#dev/lib/key-pairs.ts'

const AMOUNT_FIELDS = ['Amount', 'SendMax', 'DeliverMin', 'LimitAmount', 'NFTokenBrokerFee'] as const

/** A blob that is not a transaction, with the server's reason. */
export class InvalidTransaction extends Error {}

export function isTransactionFields(value: unknown): value is TransactionFields {
  return isObject(value) && typeof value.TransactionType === 'string' && typeof value.Account === 'string'
}

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
  if (!isTransactionFields(fields))
    throw new InvalidTransaction("Field 'TransactionType' is required but missing.")
  // The fields of a type without rules are not looked at: the reply says that the type is not supported.
  if (findRules(fields.TransactionType) === undefined)
    return { fields, blob: hex, hash: transactionHash(hex) }
  const problem = checkTemplate(fields) ?? amountProblem(fields)
  if (problem !== null) throw new InvalidTransaction(problem)
  return { fields: asServerWrites(fields), blob: hex, hash: transactionHash(hex) }
}

/** The currency of an issued amount must not be XRP and needs an issuer; multi-purpose tokens are not supported. */
export function amountProblem(fields: TransactionFields): string | null {
  for (const value of Object.values(fields)) {
    if (!isObject(value)) continue
    if (value.mpt_issuance_id !== undefined) {
      // The types of checks accept such amounts in general; their own rules refuse them.
      if (fields.TransactionType.startsWith('Check')) continue
      return 'Amount can not be MPT.'
    }
    if (value.currency === 'XRP') return 'invalid native currency'
    if (value.issuer === ACCOUNT_ZERO) return 'invalid native account'
  }
  return null
}

/** Numbers in the server's format: amounts as it formats them, 64-bit numbers as hex without leading zeros. */
function asServerWrites(fields: TransactionFields): TransactionFields {
  const written = { ...fields }
  for (const name of AMOUNT_FIELDS) {
    const amount = written[name]
    if (isObject(amount) && !isMptAmount(amount))
      Object.assign(written, { [name]: amountToJson(amountFromJson(amount)) })
  }
  if (fields.PriceDataSeries === undefined) return written
  const plain = (price: string) => BigInt(`0x${price}`).toString(16)
  const series = fields.PriceDataSeries.map(({ PriceData: pair }) => ({
    PriceData: pair.AssetPrice === undefined ? pair : { ...pair, AssetPrice: plain(pair.AssetPrice) },
  }))
  return { ...written, PriceDataSeries: series }
}

/** A blob starts with its type, which must be one that the server knows. */
function unknownType(hex: string): string | null {
  const type = /^12([0-9A-F]{4})/.exec(hex)?.[1]
  if (type === undefined || isTransactionType(Number.parseInt(type, 16))) return null
  return `Invalid transaction type ${Number.parseInt(type, 16)}`
}

/** The transaction that results from serializing fields. @throws when a value is invalid for its field. */
export function transactionFromFields(fields: TransactionFields): Transaction {
  const blob = encodeBinary(fields)
  const decoded = decodeBinary(blob)
  const written = isTransactionFields(decoded) ? asServerWrites(decoded) : fields
  return { fields: written, blob, hash: transactionHash(blob) }
}

const CACHE_LIMIT = 20_000
const verified = new Set<string>()

/** Why the signature is invalid, or null. A blob that was verified once is not verified again. */
export function signatureProblem({ fields, hash }: Transaction): string | null {
  if (verified.has(hash)) return null
  const problem = fields.SigningPubKey === '' ? multiple(fields) : single(fields)
  if (problem === null) {
    if (verified.size >= CACHE_LIMIT) verified.clear()
    verified.add(hash)
  }
  return problem
}

function single(fields: TransactionFields): string | null {
  if (fields.Signers !== undefined) return 'Cannot both single- and multi-sign.'
  if (!isPublicKey(fields.SigningPubKey)) return 'Invalid signature.'
  const { TxnSignature: signature = '' } = fields
  return verify(signingData(fields), signature, fields.SigningPubKey) ? null : 'Invalid signature.'
}

function multiple(fields: TransactionFields): string | null {
  const signers = fields.Signers
  if (signers === undefined) return 'Empty SigningPubKey.'
  if (fields.TxnSignature !== undefined && fields.TxnSignature !== '')
    return 'Cannot both single- and multi-sign.'
  if (signers.length < 1 || signers.length > 32) return 'Invalid Signers array size.'
  if (!signersAreSorted(fields)) return 'Unsorted Signers array.'
  for (const { Signer } of signers) {
    if (Signer.Account === fields.Account) return 'Invalid multisigner.'
    const data = multisigningData(fields, Signer.Account)
    if (!verify(data, Signer.TxnSignature, Signer.SigningPubKey)) {
      return `Invalid signature on account ${Signer.Account}.`
    }
  }
  return null
}

/** Marks a transaction's signature as checked elsewhere (benchmarks, transactions the ledger signed itself). */
export function trustSignature(hash: string): void {
  verified.add(hash)
}
