import type { JsonObject } from '#dev/ledger/codec/json.ts'
import { entryBinary, entryJson } from './entry-json.ts'
import { findEntryType } from './entry-type-names.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import { limitParameter } from './parameters.ts'
import type { Handler } from './rpc-context.ts'
import { expectedField, invalidField } from './rpc-error.ts'

// Source: xrpl.org "ledger_data". The marker is the first entry not returned yet.

const STANDARD_LIMIT = 2048

export const ledgerData: Handler = ({ chain, params }) => {
  const { view, about, header } = chooseLedger(chain, params)
  const { marker, type } = params
  if (marker !== undefined && !isHash(marker)) throw expectedField('marker', 'valid')
  if (type !== undefined && typeof type !== 'string') throw expectedField('type', 'string')
  const wanted = type === undefined ? undefined : findEntryType(type)
  if (type !== undefined && wanted === undefined) throw invalidField('type')
  const binary = params.binary === true
  const limit = limitParameter(params, STANDARD_LIMIT)
  const from = typeof marker === 'string' ? marker.toUpperCase() : ''
  const keys = [...chain.state.keysSinceOldest()]
    .filter((key) => key >= from && view.get(key) !== undefined)
    .sort()
  const state: JsonObject[] = []
  for (const key of keys.slice(0, limit)) {
    const entry = view.get(key)
    if (entry === undefined) continue
    if (wanted !== undefined && entry.LedgerEntryType !== wanted) continue
    state.push(binary ? { data: entryBinary(entry), index: key } : entryJson(key, entry))
  }
  const next = keys[limit]
  return {
    ...about,
    ...(marker === undefined && header !== undefined ? { ledger: { closed: true } } : {}),
    state,
    ...(next === undefined ? {} : { marker: next }),
  }
}
