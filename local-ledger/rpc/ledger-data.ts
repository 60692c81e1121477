import { NO_HASH } from '#ledger/chain/closed-ledger.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { entryBinary, entryJson } from './entry-json.ts'
import { findEntryType } from './entry-type-names.ts'
import { ledgerJson } from './ledger.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import type { Handler } from './rpc-context.ts'
import { expectedField, invalidField } from './rpc-error.ts'

// Answers the method `ledger_data` with a ledger's entries in key order. Source: xrpl.org "ledger_data". The marker is
// the key before the first entry that was not returned, so that a new entry before it is not missed.

const STANDARD_LIMITS = { json: 256, binary: 2048 } as const
const KEY_DIGITS = 64

const keyBefore = (key: string): string =>
  (BigInt(`0x${key}`) - 1n).toString(16).toUpperCase().padStart(KEY_DIGITS, '0')

/**
 * Returns the maximum number of entries to read; entries of other types also count towards it. An administrator's limit
 * is not clamped.
 */
function limitOf({ limit }: JsonObject, binary: boolean): number {
  if (limit !== undefined && (typeof limit !== 'number' || !Number.isInteger(limit))) {
    throw expectedField('limit', 'integer')
  }
  if (limit === undefined || limit < 0) return binary ? STANDARD_LIMITS.binary : STANDARD_LIMITS.json
  return limit
}

function typeOf({ type }: JsonObject): string | undefined {
  if (type === undefined) return undefined
  if (typeof type !== 'string') throw expectedField('type', 'string')
  const entryType = findEntryType(type)
  if (entryType === undefined) throw invalidField('type')
  return entryType
}

export const ledgerData: Handler = (context) => {
  const { chain, params } = context
  const ledger = chooseLedger(chain, params)
  const { view, about, header } = ledger
  const { marker } = params
  if (marker !== undefined && !isHash(marker)) throw expectedField('marker', 'valid')
  if (params.binary !== undefined && typeof params.binary !== 'boolean')
    throw expectedField('binary', 'boolean')
  const binary = params.binary === true
  const limit = limitOf(params, binary)
  const type = typeOf(params)
  const after = marker === undefined ? '' : marker.toUpperCase()
  const keys = [...chain.state.keysSinceOldest()]
    .filter((key) => key > after && view.get(key) !== undefined)
    .sort()
  const state = keys.slice(0, limit).flatMap((key): JsonObject[] => {
    const entry = view.get(key)
    if (entry === undefined || (type !== undefined && entry.LedgerEntryType !== type)) return []
    return [binary ? { data: entryBinary(entry), index: key } : entryJson(key, entry)]
  })
  const next = keys[limit]
  const options = { transactions: false, expand: false, binary, accounts: false }
  return {
    ...about,
    ledger_hash: header?.hash ?? NO_HASH,
    ledger_index: view.seq,
    ...(marker === undefined ? { ledger: ledgerJson(context, ledger, options) } : {}),
    state,
    ...(next === undefined ? {} : { marker: keyBefore(next) }),
  }
}
