import type { LedgerHeader, TransactionRecord } from '#ledger/chain/closed-ledger.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { fees } from '#ledger/entries/account-roots.ts'
import { isResultCode, resultMessage, resultNumber } from '#ledger/transactions/results.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { recordCtid, shownMetadata, timeFields, transactionJson } from './present-transaction.ts'

// Builds the messages of the streams. Source: xrpl.org "subscribe" (stream messages).

export const ledgerFields = (header: LedgerHeader): JsonObject => ({
  fee_base: Number(fees.baseDrops),
  ledger_hash: header.hash,
  ledger_index: header.seq,
  ledger_time: header.closeTime,
  reserve_base: Number(fees.reserveBaseDrops),
  reserve_inc: Number(fees.reserveIncrementDrops),
})

const resultFields = (code: string): JsonObject =>
  isResultCode(code)
    ? {
        engine_result: code,
        engine_result_code: resultNumber(code),
        engine_result_message: resultMessage(code),
      }
    : { engine_result: code }

const transactionFields = (json: JsonObject, hash: string, apiVersion: number): JsonObject =>
  apiVersion > 1 ? { hash, tx_json: json } : { transaction: { ...json, hash } }

export function validatedMessage(
  header: LedgerHeader,
  record: TransactionRecord,
  networkId: number,
  apiVersion: number,
): JsonObject {
  const { transaction, metadata } = record
  const { date, close_time_iso: closeTime } = timeFields(header)
  const id = recordCtid(record, networkId)
  return {
    ...resultFields(metadata.TransactionResult),
    ...transactionFields({ ...transactionJson(transaction, apiVersion), date }, transaction.hash, apiVersion),
    close_time_iso: closeTime,
    ...(id === undefined ? {} : { ctid: id }),
    ledger_hash: header.hash,
    ledger_index: header.seq,
    meta: shownMetadata(transaction, metadata),
    status: 'closed',
    type: 'transaction',
    validated: true,
  }
}

export const proposedMessage = (
  transaction: Transaction,
  result: string,
  openSeq: number,
  apiVersion: number,
): JsonObject => ({
  ...resultFields(result),
  ...transactionFields(transactionJson(transaction, apiVersion), transaction.hash, apiVersion),
  ledger_current_index: openSeq,
  status: 'proposed',
  type: 'transaction',
  validated: false,
})
