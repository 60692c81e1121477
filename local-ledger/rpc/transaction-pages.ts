import type { TransactionRecord } from '#ledger/chain/closed-ledger.ts'
import type { Position } from '#ledger/chain/history.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import {
  metadataBinary,
  recordCtid,
  shownMetadata,
  timeFields,
  transactionJson,
} from './present-transaction.ts'
import type { RpcContext } from './rpc-context.ts'
import { rpcError } from './rpc-error.ts'

// Shared by account_tx and nft_history: a range of ledgers, a direction, and pages with markers. Source: xrpl.org
// "account_tx"; the server's AccountTx handler.

export interface Range {
  min: number
  max: number
}

const NO_LIMIT = 0xffffffff

/** Returns one end of a ledger range, or `open` for -1 and a missing value, which mean "no bound". */
const parseBound = (value: unknown, open: number): number =>
  typeof value === 'number' && value >= 0 ? value : open

function explicitRange({ params, apiVersion }: RpcContext, wholeRange: Range): Range {
  const min = parseBound(params.ledger_index_min, 0)
  const max = parseBound(params.ledger_index_max, NO_LIMIT)
  const outside = (max > wholeRange.max && max !== NO_LIMIT) || (min < wholeRange.min && min !== 0)
  if (apiVersion > 1 && outside) throw rpcError('lgrIdxMalformed')
  const range = { min: Math.max(min, wholeRange.min), max: Math.min(max, wholeRange.max) }
  if (range.max < range.min) throw rpcError(apiVersion > 1 ? 'invalidLgrRange' : 'lgrIdxsInvalid')
  return range
}

function checkLedgerNames({ params, apiVersion }: RpcContext): { hasRange: boolean; hasLedgerName: boolean } {
  const hasRange = params.ledger_index_min !== undefined || params.ledger_index_max !== undefined
  const hasLedgerName = params.ledger_index !== undefined || params.ledger_hash !== undefined
  if (apiVersion > 1 && hasRange && hasLedgerName) throw rpcError('invalidParams', 'invalidParams')
  if (hasRange) return { hasRange, hasLedgerName }
  const { ledger_hash: hash, ledger_index: index } = params
  if (hash !== undefined && typeof hash !== 'string') throw rpcError('invalidParams', 'ledgerHashNotString')
  if (hash !== undefined && !isHash(hash)) throw rpcError('invalidParams', 'ledgerHashMalformed')
  const words = ['', 'current', 'closed', 'validated']
  if (hash === undefined && typeof index === 'string' && !words.includes(index)) {
    throw rpcError('invalidParams', 'ledger_index string malformed')
  }
  return { hasRange, hasLedgerName }
}

/** Returns the ledger range of a request. @throws RpcError */
export function ledgerRange(context: RpcContext): Range {
  const { chain, params } = context
  const wholeRange = { min: Math.max(chain.history.first, 2), max: chain.closedHeader.seq }
  const { hasRange, hasLedgerName } = checkLedgerNames(context)
  if (hasRange) return explicitRange(context, wholeRange)
  if (!hasLedgerName) return wholeRange
  const { header } = chooseLedger(chain, params)
  if (header === undefined || header.seq < wholeRange.min) throw rpcError('lgrNotValidated')
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

/** Checks the marker before the range is evaluated. */
export const checkMarker = ({ params }: RpcContext): void => {
  parseMarker(params.marker)
}

/** Returns one page of the transactions at these positions, newest first unless `forward` is set. */
export function pageOf(
  context: RpcContext,
  positions: readonly Position[],
  range: Range,
  limit: number,
): JsonObject {
  const { chain, params } = context
  const marker = parseMarker(params.marker)
  const forward = params.forward === true
  const matches = positions.filter(({ seq }) => seq >= range.min && seq <= range.max)
  const orderedPositions = forward ? matches : matches.toReversed()
  const isOnPage = (position: Position) =>
    marker === undefined || (forward ? isAfter(position, marker) : isAfter(marker, position))
  const from = orderedPositions.findIndex(isOnPage)
  const rest = from < 0 ? [] : orderedPositions.slice(from)
  const page = rest.slice(0, limit)
  const next = rest[limit]
  const records = page.flatMap((position) => chain.history.at(position) ?? [])
  return {
    ledger_index_max: range.max,
    ledger_index_min: range.min,
    limit,
    transactions: records.map((record) => present(context, record)),
    validated: true,
    ...(next === undefined ? {} : { marker: { ledger: next.seq, seq: next.index } }),
  }
}
