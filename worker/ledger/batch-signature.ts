import { decodeAccountID } from 'ripple-address-codec'
import { decode, encode, encodeForSigningBatch } from 'ripple-binary-codec'
import { verify } from 'ripple-keypairs'
import * as v from 'valibot'
import { hashes } from 'xrpl'
import type { Fields } from './ledger-json.ts'

// Signing and verification for the accounts of a Batch other than the outer one. Source: XLS-56, "BatchSigners".

const Outer = v.looseObject({
  Account: v.string(),
  Sequence: v.number(),
  TicketSequence: v.optional(v.number()),
  Flags: v.number(),
  RawTransactions: v.array(v.object({ RawTransaction: v.record(v.string(), v.unknown()) })),
})

const Part = v.looseObject({ Account: v.string(), SigningPubKey: v.string(), TxnSignature: v.string() })
const Signed = v.looseObject({ BatchSigners: v.array(v.looseObject({ BatchSigner: v.unknown() })) })

/** The signature of one account for its part of a Batch, as it goes into `BatchSigners`. */
export interface BatchPart {
  Account: string
  SigningPubKey: string
  TxnSignature: string
}

/** Reasons why a wallet's reply does not contain the signature of an account for our Batch. */
export type BatchPartProblem = 'missing' | 'old_format' | 'invalid'

/** Returns the hash of an inner transaction in the ledger. */
export function innerHash(inner: Fields): string {
  return hashes.hashSignedTx(encode(inner))
}

const idHex = (account: string) => Buffer.from(decodeAccountID(account)).toString('hex').toUpperCase()
const uint32 = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/**
 * Returns the bytes (hex) that an account signs for its part: "BCH" 0, outer account, its Sequence or ticket, Flags,
 * count and hashes of the inner transactions, and the signing account. The signature does not cover Fee,
 * LastLedgerSequence and Memos of the outer transaction.
 * @throws if the fields are not a Batch
 */
export function batchSigningPayload(batch: Fields, account: string): string {
  const { Account, Sequence, TicketSequence, Flags, RawTransactions } = v.parse(Outer, batch)
  const outer = encodeForSigningBatch({
    account: Account,
    sequence: Sequence === 0 ? TicketSequence : Sequence,
    flags: Flags,
    txIDs: RawTransactions.map(({ RawTransaction }) => innerHash(RawTransaction)),
  })
  return outer + idHex(account)
}

/** Returns the payload that wallets signed before BatchV1_1: only Flags and hashes. The network refuses it. */
function oldSigningPayload(batch: Fields): string {
  const { Flags, RawTransactions } = v.parse(Outer, batch)
  const inner = RawTransactions.map(({ RawTransaction }) => innerHash(RawTransaction))
  return `42434800${uint32(Flags)}${uint32(inner.length)}${inner.join('')}`
}

function isSignature(payload: string, { TxnSignature, SigningPubKey }: BatchPart): boolean {
  try {
    return verify(payload, TxnSignature, SigningPubKey)
  } catch {
    // The input is not a key or not a signature: the library throws errors of any kind.
    return false
  }
}

function decodeBlob(blob: string): unknown {
  try {
    return decode(blob)
  } catch {
    // The input is not a transaction: the codec throws errors of any kind.
    return null
  }
}

/**
 * Finds the signature of `account` in a wallet's reply and verifies it against our own copy of the Batch. Ignores all
 * other data in the reply. The caller must check whether the key may sign for the account.
 */
export function readBatchPart(
  batch: Fields,
  account: string,
  blob: string,
): { part: BatchPart } | { problem: BatchPartProblem } {
  const result = v.safeParse(Signed, decodeBlob(blob))
  const entries = result.success ? result.output.BatchSigners : []
  const ownSignatures = entries.flatMap(({ BatchSigner }) => {
    const entry = v.safeParse(Part, BatchSigner)
    return entry.success && entry.output.Account === account ? [entry.output] : []
  })
  const [entry] = ownSignatures
  if (entry === undefined || ownSignatures.length > 1) return { problem: 'missing' }
  const { SigningPubKey, TxnSignature } = entry
  const part = { Account: account, SigningPubKey, TxnSignature }
  if (isSignature(batchSigningPayload(batch, account), part)) return { part }
  return { problem: isSignature(oldSigningPayload(batch), part) ? 'old_format' : 'invalid' }
}
