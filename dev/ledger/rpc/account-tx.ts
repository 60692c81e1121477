import type { TransactionRecord } from '#dev/ledger/chain/closed-ledger.ts'
import type { Position } from '#dev/ledger/chain/history.ts'
import { isObject, type JsonObject } from '#dev/ledger/codec/json.ts'
import { chooseLedger } from './ledger-selection.ts'
import { accountParameter, limitParameter } from './parameters.ts'
import {
  metadataBinary,
  recordCtid,
  shownMetadata,
  timeFields,
  transactionJson,
} from './present-transaction.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { rpcError } from './rpc-error.ts'

// Source: xrpl.org "account_tx".

const STANDARD_LIMIT = 200

interface Range {
  min: number
  max: number
}

function ledgerRange({ chain, params, apiVersion }: RpcContext): Range {
  const { history } = chain
  const oldest = Math.max(history.first, 2)
  const newest = chain.closed.seq
  const { ledger_index_min: min, ledger_index_max: max } = params
  const hasRange = min !== undefined || max !== undefined
  const named = params.ledger_index !== undefined || params.ledger_hash !== undefined
  if (apiVersion > 1 && hasRange && named) throw rpcError('invalidParams')
  if (hasRange) {
    const from = typeof min === 'number' && min >= 0 ? min : oldest
    const to = typeof max === 'number' && max >= 0 ? max : newest
    if (apiVersion > 1 && (from > newest || to > newest || from < oldest)) {
      if (typeof min === 'number' && min >= 0 && (min > newest || min < oldest))
        throw rpcError('lgrIdxMalformed')
      if (typeof max === 'number' && max >= 0 && max > newest) throw rpcError('lgrIdxMalformed')
    }
    const range = { min: Math.max(from, oldest), max: Math.min(to, newest) }
    if (range.max < range.min) throw rpcError(apiVersion > 1 ? 'invalidLgrRange' : 'lgrIdxsInvalid')
    return range
  }
  if (!named) return { min: oldest, max: newest }
  const { header } = chooseLedger(chain, params)
  if (header === undefined) throw rpcError('lgrNotFound')
  return { min: header.seq, max: header.seq }
}

function parseMarker(marker: unknown): Position | undefined {
  if (marker === undefined) return undefined
  if (!isObject(marker) || typeof marker.ledger !== 'number' || typeof marker.seq !== 'number') {
    const message =
      'invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field'
    throw rpcError('invalidParams', message)
  }
  return { seq: marker.ledger, index: marker.seq }
}

function present({ chain, params, apiVersion }: RpcContext, record: TransactionRecord): JsonObject {
  const { transaction, metadata } = record
  const header = chain.history.header(record.seq)
  if (header === undefined) return {}
  const id = recordCtid(record, chain.networkId)
  const place = id === undefined ? {} : { ctid: id }
  const { date, close_time_iso: closeTime } = timeFields(header)
  if (params.binary === true) {
    const about = { ledger_index: record.seq, tx_blob: transaction.blob, validated: true }
    return apiVersion > 1
      ? { ...about, meta_blob: metadataBinary(metadata) }
      : { ...about, meta: metadataBinary(metadata) }
  }
  const meta = shownMetadata(transaction, metadata)
  const json = { ...transactionJson(transaction, apiVersion), ...place, date, ledger_index: record.seq }
  if (apiVersion > 1) {
    return {
      close_time_iso: closeTime,
      hash: transaction.hash,
      ledger_hash: header.hash,
      ledger_index: record.seq,
      meta,
      tx_json: json,
      validated: true,
    }
  }
  return { meta, tx: { ...json, hash: transaction.hash, inLedger: record.seq }, validated: true }
}

const isAfter = (a: Position, b: Position) => a.seq > b.seq || (a.seq === b.seq && a.index >= b.index)

export const accountTx: Handler = (context) => {
  const { chain, params, apiVersion } = context
  for (const name of ['binary', 'forward']) {
    const value = params[name]
    if (apiVersion > 1 && value !== undefined && typeof value !== 'boolean') {
      throw rpcError('invalidParams', `Invalid field '${name}'.`)
    }
  }
  const limit = limitParameter(params, STANDARD_LIMIT)
  const account = accountParameter(params)
  const range = ledgerRange(context)
  const marker = parseMarker(params.marker)
  const forward = params.forward === true
  const all = chain.history.ofAccount(account).filter(({ seq }) => seq >= range.min && seq <= range.max)
  const ordered = forward ? all : all.toReversed()
  const from =
    marker === undefined
      ? 0
      : ordered.findIndex((position) => (forward ? isAfter(position, marker) : isAfter(marker, position)))
  const rest = from < 0 ? [] : ordered.slice(from)
  const page = rest.slice(0, limit)
  const next = rest[limit]
  const records = page.flatMap((position) => chain.history.at(position) ?? [])
  return {
    account,
    ledger_index_max: range.max,
    ledger_index_min: range.min,
    limit,
    transactions: records.map((record) => present(context, record)),
    validated: true,
    ...(next === undefined ? {} : { marker: { ledger: next.seq, seq: next.index } }),
  }
}
