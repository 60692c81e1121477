import * as v from 'valibot'
import type { Json } from '#local/lib/rpc.ts'

/**
 * A native signature, a signed blob, or the uuid of a payload of the same application. Source: docs.xaman.dev "Batch
 * (multiple inner signers)".
 */
const SignerEntry = v.union([
  v.object({ BatchSigner: v.looseObject({ Account: v.string() }) }),
  v.string('An entry of BatchSigners is an object, a signed blob or the uuid of a payload.'),
])
export type SignerEntry = v.InferOutput<typeof SignerEntry>

const Inner = v.looseObject({ TransactionType: v.string(), Account: v.string() })

/** The signatures cover these fields, so the wallet must neither add any of them nor change the inner transactions. */
export const Batch = v.looseObject({
  TransactionType: v.literal('Batch'),
  Account: v.string(),
  Sequence: v.number(),
  TicketSequence: v.optional(v.number()),
  Flags: v.number(),
  RawTransactions: v.array(v.object({ RawTransaction: Inner })),
  BatchSigners: v.optional(v.array(SignerEntry), []),
})
export type Batch = v.InferOutput<typeof Batch>
export type InnerTransaction = v.InferOutput<typeof Inner>

/** Returns the Batch of a payload; null if the transaction has another type. */
export function findBatch(txjson: Json): Batch | null {
  return txjson['TransactionType'] === 'Batch' ? v.parse(Batch, txjson) : null
}

export const innerTransactions = (batch: Batch): InnerTransaction[] =>
  batch.RawTransactions.map(({ RawTransaction }) => RawTransaction)

/** True if this account signs only for its inner transactions. The outer account signs the whole Batch. */
export const signsPart = (batch: Batch | null, account: string): boolean =>
  batch !== null && batch.Account !== account
