import { type LedgerHeader, RIPPLE_EPOCH, type TransactionRecord } from '#ledger/chain/closed-ledger.ts'
import { encodeBinary } from '#ledger/codec/binary.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { type Metadata, metadataJson } from '#ledger/views/metadata.ts'
import { syntheticNftFields } from './synthetic-nft-fields.ts'

// The API's form of transactions and metadata. API version 2 uses DeliverMax where version 1 uses Amount, because a Payment's
// Amount is the maximum, not what it delivered. Source: xrpl.org "API versions", "Partial Payments".

export const isoTime = (rippleTime: number): string =>
  new Date((rippleTime + RIPPLE_EPOCH) * 1000).toISOString().replace('.000Z', 'Z')

/** Concise transaction identifier. Source: XLS-37. Undefined when a part is too large. */
export function ctid(seq: number, index: number, networkId: number): string | undefined {
  if (seq > 0x0fffffff || index > 0xffff || networkId > 0xffff) return undefined
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
  return `C${hex(seq, 7)}${hex(index, 4)}${hex(networkId, 4)}`
}

/** A transaction's fields with DeliverMax added (version 1) or instead of Amount (version 2). */
export function transactionJson({ fields }: Transaction, apiVersion: number): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(fields))
  if (json.TransactionType !== 'Payment' || json.Amount === undefined) return json
  const { Amount: amount, ...rest } = json
  return apiVersion > 1 ? { ...rest, DeliverMax: amount } : { ...json, DeliverMax: amount }
}

/** Types that deliver an amount. */
const DELIVERING = new Set(['Payment', 'CheckCash', 'AccountDelete'])

/** Metadata with the delivered amount of a payment, a cashed check or a deleted account. */
export function deliveredMetadata({ fields }: Transaction, metadata: Metadata): JsonObject {
  const json = metadataJson(metadata)
  if (!DELIVERING.has(fields.TransactionType) || metadata.TransactionResult !== 'tesSUCCESS') return json
  const deliveredAmount = metadata.DeliveredAmount ?? fields.Amount
  return deliveredAmount === undefined
    ? json
    : { ...json, delivered_amount: JSON.parse(JSON.stringify(deliveredAmount)) }
}

/** The same with the ids of tokens and offers that the server adds. */
export const shownMetadata = (transaction: Transaction, metadata: Metadata): JsonObject => ({
  ...deliveredMetadata(transaction, metadata),
  ...syntheticNftFields(transaction.fields, metadata),
})

export function metadataBinary(metadata: Metadata): string {
  return encodeBinary(metadata)
}

/** Position fields of a validated transaction. */
export const timeFields = (header: LedgerHeader): { date: number; close_time_iso: string } => ({
  date: header.closeTime,
  close_time_iso: isoTime(header.closeTime),
})

export const recordCtid = ({ seq, index }: TransactionRecord, networkId: number): string | undefined =>
  ctid(seq, index, networkId)
