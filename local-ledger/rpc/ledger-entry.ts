import { selectors } from './entry-selectors.ts'
import { entryBinary, entryJson } from './entry-json.ts'
import { chooseLedger } from './ledger-selection.ts'
import type { Handler } from './rpc-context.ts'
import { RpcError, rpcError } from './rpc-error.ts'

// Answers the method `ledger_entry`. Source: xrpl.org "ledger_entry".

export const ledgerEntry: Handler = ({ chain, params, apiVersion }) => {
  const selectorNames = Object.keys(selectors).filter((name) => params[name] !== undefined)
  if (selectorNames.length > 1) throw rpcError('invalidParams', 'Too many fields provided.')
  const ledger = chooseLedger(chain, params)
  const [name] = selectorNames
  const select = name === undefined ? undefined : selectors[name]
  if (name === undefined || select === undefined) {
    if (apiVersion === 1) throw new RpcError({ error: 'unknownOption', ...ledger.about })
    throw rpcError('invalidParams', 'No ledger_entry params provided.')
  }
  const { key, type } = select(params[name], name)
  const about = { ...ledger.about, index: key }
  const entry = ledger.view.get(key)
  if (entry === undefined) throw rpcError('entryNotFound', undefined, about)
  if (type !== undefined && entry.LedgerEntryType !== type)
    throw rpcError('unexpectedLedgerType', undefined, about)
  return params.binary === true
    ? { ...about, node_binary: entryBinary(entry) }
    : { ...about, node: entryJson(key, entry) }
}
