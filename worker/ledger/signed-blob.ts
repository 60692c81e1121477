import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, verify } from 'ripple-keypairs'
import * as v from 'valibot'
import { hashes } from 'xrpl'
import { IssuedAmount } from '#contract/schemas/amounts.ts'
import { compareDecimals, parseDecimal } from '#contract/rules/decimal.ts'
import { tfFullyCanonicalSig } from '#contract/rules/ledger.ts'
import type { Fields } from './ledger-json.ts'

/** Fields that the wallet fills in itself; every other field must be as requested. */
const walletFields = new Set([
  'Fee',
  'Sequence',
  'LastLedgerSequence',
  'SigningPubKey',
  'TxnSignature',
  'hash',
  // Old wallets set tfFullyCanonicalSig; any other bit is compared below.
  'Flags',
])

export interface SignedTransaction {
  tx: Fields
  hash: string
  signingPublicKey: string
}

/** True if two texts represent the same number: a wallet may write "1.50" as "1.5". */
function isSameNumber(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return left !== null && right !== null && compareDecimals(left, right) === 0
}

function isSameValue(a: unknown, b: unknown): boolean {
  const [left, right] = [v.safeParse(IssuedAmount, a), v.safeParse(IssuedAmount, b)]
  if (left.success && right.success) {
    const [order, signedValue] = [left.output, right.output]
    return (
      order.currency === signedValue.currency &&
      order.issuer === signedValue.issuer &&
      isSameNumber(order.value, signedValue.value)
    )
  }
  return sameFields(a, b)
}

function sameFields(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  const right = new Map<string, unknown>(Object.entries(b))
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isSameValue(value, right.get(key)))
  )
}

function flagsOf(tx: Fields): number {
  const flags = typeof tx.Flags === 'number' ? tx.Flags : 0
  return flags >= tfFullyCanonicalSig ? flags - tfFullyCanonicalSig : flags
}

/**
 * Compares a signed transaction with the requested one, field by field. Returns the first field that differs; null if
 * they match. A field that the wallet added counts as a difference.
 */
export function findDifference(order: Fields, signedFields: Fields): string | null {
  if (flagsOf(order) !== flagsOf(signedFields)) return 'Flags'
  for (const name of new Set([...Object.keys(order), ...Object.keys(signedFields)])) {
    if (walletFields.has(name) && !(name in order && name !== 'Flags')) continue
    if (name === 'Flags') continue
    if (!isSameValue(order[name], signedFields[name])) return name
  }
  return null
}

/**
 * Compares a signed Batch with the requested one. The wallet may change only the cost, because the other signatures
 * cover its Sequence and every bit of its Flags. Source: XLS-56.
 */
export function findBatchDifference({ Fee: _cost, ...order }: Fields, signedFields: Fields): string | null {
  return order.Flags === signedFields.Flags ? findDifference(order, signedFields) : 'Flags'
}

/** Reads a signed blob; null when it is not a transaction or its signature is not valid. */
export function readSignedBlob(blob: string): SignedTransaction | null {
  try {
    const tx = decode(blob)
    if (typeof tx.SigningPubKey !== 'string' || typeof tx.TxnSignature !== 'string') return null
    const { TxnSignature: signature, ...unsignedFields } = tx
    if (!verify(encodeForSigning(unsignedFields), signature, tx.SigningPubKey)) return null
    return { tx, hash: hashes.hashSignedTx(blob), signingPublicKey: tx.SigningPubKey }
  } catch {
    // The input is not a transaction: the codec throws errors of any kind.
    return null
  }
}

/** Returns a blob in canonical form; null if it is not a transaction. */
export function canonicalBlob(blob: string): string | null {
  try {
    return encode(decode(blob))
  } catch {
    // The input is not a transaction: the codec throws errors of any kind.
    return null
  }
}

/** Encodes a signed transaction that a wallet returned as JSON; null if it cannot be encoded. */
export function encodeSigned(json: Fields): string | null {
  try {
    return encode(json)
  } catch {
    // The input is not a transaction: the codec throws errors of any kind.
    return null
  }
}

/** True if a key has signed the UTF-8 bytes of a text. */
export function isSignatureOf(text: string, signature: string, publicKey: string): boolean {
  try {
    return verify(Buffer.from(text, 'utf8').toString('hex'), signature, publicKey)
  } catch {
    // The input is not a key or not a signature: the library throws errors of any kind.
    return false
  }
}

/** Returns the address of the key that signed: the account itself, or its regular key. */
export function signerAddress(publicKey: string): string {
  return deriveAddress(publicKey)
}
