import {
  CLOSE_TIME_RESOLUTION,
  headerBinary,
  type LedgerHeader,
  RIPPLE_EPOCH,
  type TransactionRecord,
} from '#ledger/chain/closed-ledger.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { entryBinary, entryJson } from './entry-json.ts'
import { type ChosenLedger, chooseHeader, chooseLedger } from './ledger-selection.ts'
import { isoTime, metadataBinary, deliveredMetadata, transactionJson } from './present-transaction.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { rpcError } from './rpc-error.ts'

// Answers the methods `ledger`, `ledger_closed` and `ledger_current`. Source: xrpl.org "ledger", "ledger_closed",
// "ledger_current".

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function humanTime(rippleTime: number): string {
  const date = new Date((rippleTime + RIPPLE_EPOCH) * 1000)
  const month = MONTHS[date.getUTCMonth()] ?? ''
  const day = String(date.getUTCDate()).padStart(2, '0')
  return `${date.getUTCFullYear()}-${month}-${day} ${date.toISOString().slice(11, 19)}.000000000 UTC`
}

function headerJson(header: LedgerHeader, apiVersion: number): JsonObject {
  const json: JsonObject = {
    account_hash: header.accountHash,
    close_flags: 0,
    close_time: header.closeTime,
    close_time_resolution: CLOSE_TIME_RESOLUTION,
    closed: true,
    ledger_hash: header.hash,
    ledger_index: apiVersion > 1 ? header.seq : String(header.seq),
    parent_close_time: header.parentCloseTime,
    parent_hash: header.parentHash,
    total_coins: header.totalDrops,
    transaction_hash: header.transactionHash,
  }
  // The first ledger has no close time.
  if (header.closeTime === 0) return json
  return { ...json, close_time_human: humanTime(header.closeTime), close_time_iso: isoTime(header.closeTime) }
}

interface Wanted {
  transactions: boolean
  expand: boolean
  binary: boolean
  accounts: boolean
}

function expandedTransaction(
  item: { transaction: Transaction; record?: TransactionRecord },
  header: LedgerHeader | undefined,
  options: Wanted,
  apiVersion: number,
): JsonObject {
  const { transaction, record } = item
  const { hash } = transaction
  const meta = record === undefined ? undefined : deliveredMetadata(transaction, record.metadata)
  if (options.binary) {
    const blob = record === undefined ? undefined : metadataBinary(record.metadata)
    if (apiVersion === 1) return { tx_blob: transaction.blob, ...(blob === undefined ? {} : { meta: blob }) }
    return { hash, tx_blob: transaction.blob, ...(blob === undefined ? {} : { meta_blob: blob }) }
  }
  const json = transactionJson(transaction, apiVersion)
  if (apiVersion === 1) return { ...json, hash, ...(meta === undefined ? {} : { metaData: meta }) }
  if (header === undefined || meta === undefined) return { hash, tx_json: json, validated: false }
  return {
    close_time_iso: isoTime(header.closeTime),
    hash,
    ledger_hash: header.hash,
    ledger_index: header.seq,
    meta,
    tx_json: json,
    validated: true,
  }
}

function transactionsOf(chain: LedgerChain, selection: Pick<ChosenLedger, 'header'>) {
  const items: { transaction: Transaction; record?: TransactionRecord }[] =
    selection.header === undefined
      ? chain.openLedger.transactions.map((transaction) => ({ transaction }))
      : chain.history
          .transactions(selection.header.seq)
          .map((record) => ({ transaction: record.transaction, record }))
  // The ledger stores its transactions in a tree by hash, which determines their order.
  return items.sort((a, b) => (a.transaction.hash < b.transaction.hash ? -1 : 1))
}

function accountState(chain: LedgerChain, view: ReadView, options: Wanted): (string | JsonObject)[] {
  const keys = [...chain.state.keysSinceOldest()].filter((key) => view.get(key) !== undefined).sort()
  if (!options.expand) return keys
  return keys.flatMap((key) => {
    const entry = view.get(key)
    if (entry === undefined) return []
    return [options.binary ? { hash: key, tx_blob: entryBinary(entry) } : entryJson(key, entry)]
  })
}

/** Returns a ledger's header and the other requested parts. */
export function ledgerJson(
  { chain, apiVersion }: RpcContext,
  selection: Partial<Pick<ChosenLedger, 'header' | 'view'>>,
  options: Wanted,
): JsonObject {
  const { header } = selection
  let json: JsonObject
  if (header === undefined) {
    json = {
      closed: false,
      ledger_index: apiVersion > 1 ? chain.openSeq : String(chain.openSeq),
      parent_hash: chain.closedHeader.hash,
    }
  } else if (options.binary) json = { closed: true, ledger_data: headerBinary(header) }
  else json = headerJson(header, apiVersion)
  if (options.transactions) {
    json.transactions = transactionsOf(chain, selection).map((item) =>
      options.expand ? expandedTransaction(item, header, options, apiVersion) : item.transaction.hash,
    )
  }
  if (options.accounts && selection.view !== undefined)
    json.accountState = accountState(chain, selection.view, options)
  return json
}

function readFlag(params: JsonObject, name: string): boolean {
  const value = params[name]
  if (value !== undefined && typeof value !== 'boolean') throw rpcError('invalidParams')
  return value === true
}

export const ledger: Handler = (context) => {
  const { chain, params } = context
  const full = readFlag(params, 'full')
  const queue = readFlag(params, 'queue')
  const options: Wanted = {
    transactions: full || readFlag(params, 'transactions'),
    expand: full || readFlag(params, 'expand'),
    binary: readFlag(params, 'binary'),
    accounts: full || readFlag(params, 'accounts'),
  }
  const hasLedgerName = ['ledger', 'ledger_hash', 'ledger_index'].some((name) => params[name] !== undefined)
  if (!hasLedgerName) {
    const closedLedger = chooseLedger(chain, { ledger_index: 'closed' })
    return {
      closed: { ledger: ledgerJson(context, closedLedger, options) },
      open: { ledger: ledgerJson(context, chooseLedger(chain, {}), options) },
    }
  }
  readFlag(params, 'owner_funds')
  const selection = options.accounts ? chooseLedger(chain, params) : chooseHeader(chain, params)
  // Only the open ledger has a queue.
  if (queue && selection.header !== undefined) throw rpcError('invalidParams')
  return { ...selection.about, ledger: ledgerJson(context, selection, options) }
}

export const ledgerClosed: Handler = ({ chain }) => ({
  ledger_hash: chain.closedHeader.hash,
  ledger_index: chain.closedHeader.seq,
})

export const ledgerCurrent: Handler = ({ chain }) => ({ ledger_current_index: chain.openSeq })

/** Closes the open ledger now. Source: xrpl.org "ledger_accept". */
export const ledgerAccept: Handler = ({ chain }) => {
  chain.close()
  return { ledger_current_index: chain.openSeq }
}
