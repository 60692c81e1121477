import * as v from 'valibot'
import type { Json } from '#local/lib/rpc.ts'

/** A native signature, a signed blob, or the uuid of a payload of the same application. Source: docs.xaman.dev "Batch (multiple inner signers)". */
const SignerEntry = v.union([
  v.object({ BatchSigner: v.looseObject({ Account: v.string() }) }),
  v.string('An entry of BatchSigners is an object, a signed blob or the uuid of a payload.'),
])
export type SignerEntry = v.InferOutput<typeof SignerEntry>

const Inner = v.looseObject({ TransactionType: v.string(), Account: v.string() })

/** The signatures cover these fields, so the wallet adds neither them nor anything inside. */
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

/** The Batch that a payload asks for; null when it is a transaction of another type. */
export function findBatch(txjson: Json): Batch | null {
  return txjson['TransactionType'] === 'Batch' ? v.parse(Batch, txjson) : null
}

export const innerTransactions = (batch: Batch): InnerTransaction[] =>
  batch.RawTransactions.map(({ RawTransaction }) => RawTransaction)

/** True if this account signs for its inner transactions only; the outer account signs the whole. */
export const signsPart = (batch: Batch | null, account: string): boolean =>
  batch !== null && batch.Account !== account
