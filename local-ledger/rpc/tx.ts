import type { TransactionRecord } from '#ledger/chain/closed-ledger.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { metadataJson } from '#ledger/views/metadata.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import {
  metadataBinary,
  recordCtid,
  shownMetadata,
  timeFields,
  transactionJson,
} from './present-transaction.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { RpcError, rpcError } from './rpc-error.ts'

// Answers the methods `tx` and `transaction_entry`. Source: xrpl.org "tx", "transaction_entry", XLS-37 (concise
// transaction identifiers).

const MAX_RANGE = 1000

function checkRange(params: JsonObject): boolean {
  const { min_ledger: min, max_ledger: max } = params
  if (min === undefined || max === undefined) return false
  if (typeof min !== 'number' || typeof max !== 'number' || min < 0 || max < min)
    throw rpcError('invalidLgrRange')
  if (max - min > MAX_RANGE) throw rpcError('excessiveLgrRange')
  return true
}

function hashByCtid({ chain, params }: RpcContext): string | undefined {
  const text = params.ctid
  if (typeof text !== 'string' || !/^C[0-9A-Fa-f]{15}$/.test(text)) throw rpcError('invalidParams')
  const seq = Number.parseInt(text.slice(1, 8), 16)
  const index = Number.parseInt(text.slice(8, 12), 16)
  const network = Number.parseInt(text.slice(12, 16), 16)
  if (network !== chain.networkId) {
    const message = `Wrong network. You should submit this request to a node running on NetworkID: ${network}`
    throw new RpcError({ error: 'wrongNetwork', error_code: 4, error_message: message })
  }
  return chain.history.at({ seq, index })?.transaction.hash
}

function createValidatedReply(
  { chain, params, apiVersion }: RpcContext,
  record: TransactionRecord,
): JsonObject {
  const { transaction, metadata } = record
  const header = chain.history.header(record.seq)
  if (header === undefined) throw rpcError('txnNotFound')
  const id = recordCtid(record, chain.networkId)
  const place = id === undefined ? {} : { ctid: id }
  const { date, close_time_iso: closeTime } = timeFields(header)
  if (apiVersion > 1) {
    const about = {
      ...place,
      close_time_iso: closeTime,
      hash: transaction.hash,
      ledger_hash: header.hash,
      ledger_index: record.seq,
      validated: true,
    }
    if (params.binary === true) {
      return { ...about, tx_blob: transaction.blob, meta_blob: metadataBinary(metadata) }
    }
    // The server repeats the position here only for transactions that were submitted to it. Inner transactions never
    // are.
    const ownPlace = metadata.ParentBatchID === undefined ? place : {}
    const json = { ...transactionJson(transaction, apiVersion), ...ownPlace, date, ledger_index: record.seq }
    return { ...about, tx_json: json, meta: shownMetadata(transaction, metadata) }
  }
  const about = {
    ...place,
    date,
    hash: transaction.hash,
    inLedger: record.seq,
    ledger_index: record.seq,
    validated: true,
  }
  if (params.binary === true) return { ...about, tx: transaction.blob, meta: metadataBinary(metadata) }
  return { ...transactionJson(transaction, apiVersion), ...about, meta: shownMetadata(transaction, metadata) }
}

function pendingEntry({ chain, params, apiVersion }: RpcContext, hash: string): JsonObject | undefined {
  const transaction = chain.openLedger.find(hash)
  if (transaction === undefined) return undefined
  const about = { hash, validated: false }
  if (params.binary === true) {
    return apiVersion > 1 ? { ...about, tx_blob: transaction.blob } : { ...about, tx: transaction.blob }
  }
  const json = transactionJson(transaction, apiVersion)
  return apiVersion > 1 ? { ...about, tx_json: json } : { ...json, ...about }
}

export const tx: Handler = (context) => {
  const { chain, params } = context
  const { transaction: input, ctid: id } = params
  if ((input === undefined) === (id === undefined)) throw rpcError('invalidParams')
  let hash: string | undefined
  if (id !== undefined) hash = hashByCtid(context)
  else if (isHash(input)) hash = input.toUpperCase()
  else throw rpcError('notImpl')
  const hasRange = checkRange(params)
  if (hash !== undefined) {
    const record = chain.history.find(hash)
    if (record !== undefined) return createValidatedReply(context, record)
    const pendingReply = pendingEntry(context, hash)
    if (pendingReply !== undefined) return pendingReply
  }
  throw rpcError('txnNotFound', undefined, hasRange ? { searched_all: false } : {})
}

export const transactionEntry: Handler = ({ chain, params, apiVersion }) => {
  const ledger = chooseLedger(chain, params)
  const { header, about } = ledger
  const hash = params.tx_hash
  if (hash === undefined) throw new RpcError({ error: 'fieldNotFoundTransaction', ...about })
  if (header === undefined) throw new RpcError({ error: 'notYetImplemented', ...about })
  if (!isHash(hash)) throw new RpcError({ error: 'malformedRequest', ...about })
  const record = chain.history.find(hash.toUpperCase())
  if (record === undefined || record.seq !== header.seq)
    throw new RpcError({ error: 'transactionNotFound', ...about })
  const { transaction } = record
  const json = transactionJson(transaction, apiVersion)
  const meta = metadataJson(record.metadata)
  if (apiVersion > 1) {
    const closeTime = timeFields(header).close_time_iso
    return { ...about, hash: transaction.hash, close_time_iso: closeTime, tx_json: json, meta }
  }
  return { ...about, tx_json: { ...json, hash: transaction.hash }, metadata: meta }
}
