import { type LedgerHeader, RIPPLE_EPOCH, type TransactionRecord } from '#ledger/chain/closed-ledger.ts'
import { encodeBinary } from '#ledger/codec/binary.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { type Metadata, metadataJson } from '#ledger/views/metadata.ts'
import { syntheticNftFields } from './synthetic-nft-fields.ts'

// Formats transactions and metadata for the API. API version 2 uses DeliverMax where version 1 uses Amount, because a
// Payment's Amount is the maximum, not what it delivered. Source: xrpl.org "API versions", "Partial Payments".

export const isoTime = (rippleTime: number): string =>
  new Date((rippleTime + RIPPLE_EPOCH) * 1000).toISOString().replace('.000Z', 'Z')

/** Returns the concise transaction identifier; undefined if a part is too large. Source: XLS-37. */
export function encodeCtid(seq: number, index: number, networkId: number): string | undefined {
  if (seq > 0x0fffffff || index > 0xffff || networkId > 0xffff) return undefined
  const toHex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
  return `C${toHex(seq, 7)}${toHex(index, 4)}${toHex(networkId, 4)}`
}

/** Returns a transaction's fields with DeliverMax in addition to Amount (version 1) or instead of it (version 2). */
export function transactionJson({ fields }: Transaction, apiVersion: number): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(fields))
  if (json.TransactionType !== 'Payment' || json.Amount === undefined) return json
  const { Amount: amount, ...rest } = json
  return apiVersion > 1 ? { ...rest, DeliverMax: amount } : { ...json, DeliverMax: amount }
}

/** Types that deliver an amount. */
const DELIVERING = new Set(['Payment', 'CheckCash', 'AccountDelete'])

/** Adds the delivered amount to the metadata of a payment, a cashed check or a deleted account. */
export function deliveredMetadata({ fields }: Transaction, metadata: Metadata): JsonObject {
  const json = metadataJson(metadata)
  if (!DELIVERING.has(fields.TransactionType) || metadata.TransactionResult !== 'tesSUCCESS') return json
  const deliveredAmount = metadata.DeliveredAmount ?? fields.Amount
  return deliveredAmount === undefined
    ? json
    : { ...json, delivered_amount: JSON.parse(JSON.stringify(deliveredAmount)) }
}

/** Adds the delivered amount, and the ids of tokens and offers that the server derives. */
export const shownMetadata = (transaction: Transaction, metadata: Metadata): JsonObject => ({
  ...deliveredMetadata(transaction, metadata),
  ...syntheticNftFields(transaction.fields, metadata),
})

export function metadataBinary(metadata: Metadata): string {
  return encodeBinary(metadata)
}

/** Returns the close time fields of a validated transaction. */
export const timeFields = (header: LedgerHeader): { date: number; close_time_iso: string } => ({
  date: header.closeTime,
  close_time_iso: isoTime(header.closeTime),
})

export const recordCtid = ({ seq, index }: TransactionRecord, networkId: number): string | undefined =>
  encodeCtid(seq, index, networkId)
