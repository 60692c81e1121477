import { hashPrefix, sha512Half } from '#ledger/codec/hash.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import type { Metadata } from '#ledger/views/metadata.ts'

/** Header of a closed ledger. Source: xrpl.org "Ledger Header". Times are in the Ripple epoch. */
export interface LedgerHeader {
  seq: number
  hash: string
  parentHash: string
  transactionHash: string
  /** A chained hash of the changes, because this ledger does not build the state tree. */
  accountHash: string
  totalDrops: string
  closeTime: number
  parentCloseTime: number
}

/** A transaction with its position and outcome in a validated ledger. */
export interface TransactionRecord {
  transaction: Transaction
  metadata: Metadata
  seq: number
  index: number
}

export const CLOSE_TIME_RESOLUTION = 10
export const RIPPLE_EPOCH = 946_684_800
export const NO_HASH = '0'.repeat(64)

const toHex = (value: number | bigint, digits: number) =>
  value.toString(16).toUpperCase().padStart(digits, '0')

/** Serializes the header: the reply of `ledger` with `binary`, and the input of the ledger hash. */
export function headerBinary(header: Omit<LedgerHeader, 'hash'>): string {
  return (
    toHex(header.seq, 8) +
    toHex(BigInt(header.totalDrops), 16) +
    header.parentHash +
    header.transactionHash +
    header.accountHash +
    toHex(header.parentCloseTime, 8) +
    toHex(header.closeTime, 8) +
    toHex(CLOSE_TIME_RESOLUTION, 2) +
    '00'
  )
}

export function finishHeader(header: Omit<LedgerHeader, 'hash'>): LedgerHeader {
  return { ...header, hash: sha512Half(hashPrefix.ledgerHeader + headerBinary(header)) }
}
