import { findAccountId } from '#dev/ledger/codec/address.ts'
import { isObject, type JsonObject } from '#dev/ledger/codec/json.ts'
import type { EntryType } from '#dev/ledger/entries/entry-types.ts'
import {
  accountKeylet,
  amendmentsKeylet,
  depositPreauthKeylet,
  directoryPage,
  feeSettingsKeylet,
  hashesKeylet,
  lineKeylet,
  oracleKeylet,
  ownerDirectory,
  signerListKeylet,
  ticketKeylet,
} from '#dev/ledger/entries/keylets.ts'
import { entryBinary, entryJson } from './entry-json.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import type { Handler } from './rpc-context.ts'
import { RpcError, rpcError } from './rpc-error.ts'

// Source: xrpl.org "ledger_entry".

interface Selected {
  key: string
  type?: EntryType
}
type Selector = (value: unknown, name: string) => Selected

const malformed = (
  field: string,
  kind: string,
  token:
    | 'malformedRequest'
    | 'malformedAddress'
    | 'malformedOwner'
    | 'malformedCurrency' = 'malformedRequest',
) => new RpcError({ error: token, error_code: 31, error_message: `Invalid field '${field}', not ${kind}.` })
const missing = (field: string) =>
  new RpcError({ error: 'malformedRequest', error_code: 31, error_message: `Missing field '${field}'.` })

function hashOf(value: unknown, name: string): string {
  if (!isHash(value)) throw malformed(name, 'hex string')
  return value.toUpperCase()
}

function accountOf(
  value: unknown,
  name: string,
  token: 'malformedAddress' | 'malformedOwner' | 'malformedRequest' = 'malformedAddress',
): string {
  if (typeof value !== 'string' || findAccountId(value) === null) throw malformed(name, 'AccountID', token)
  return value
}

function numberOf(value: unknown, name: string): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) throw malformed(name, 'number')
  return number
}

function objectOf(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw malformed(name, 'hex string or object')
  return value
}

function need(object: JsonObject, field: string): unknown {
  if (object[field] === undefined) throw missing(field)
  return object[field]
}

const byHash =
  (type?: EntryType): Selector =>
  (value, name) => ({ key: hashOf(value, name), ...(type === undefined ? {} : { type }) })

const singleton =
  (key: string, type: EntryType): Selector =>
  (value, name) =>
    value === true ? { key, type } : { key: hashOf(value, name), type }

const directory: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'DirectoryNode' }
  const object = objectOf(value, name)
  const page = object.sub_index === undefined ? 0 : numberOf(object.sub_index, 'sub_index')
  const { dir_root: root, owner } = object
  if ((root === undefined) === (owner === undefined)) {
    const message =
      root === undefined
        ? "Must have exactly one of 'owner' and 'dir_root'."
        : "Must have exactly one of 'owner' and 'dir_root'."
    throw new RpcError({ error: 'malformedRequest', error_code: 31, error_message: message })
  }
  const rootKey =
    root === undefined ? ownerDirectory(accountOf(owner, 'owner')).key : hashOf(root, 'dir_root')
  return directoryPage(rootKey, page.toString(16))
}

const rippleState: Selector = (value, name) => {
  const object = isObject(value) ? value : undefined
  if (object === undefined) throw malformed(name, 'object')
  const accounts = need(object, 'accounts')
  const currency = need(object, 'currency')
  if (!Array.isArray(accounts) || accounts.length !== 2)
    throw malformed('accounts', 'length-2 array of Accounts')
  const [a, b] = accounts.map((item) => {
    if (typeof item !== 'string' || findAccountId(item) === null) {
      throw malformed('accounts', 'array of Accounts', 'malformedAddress')
    }
    return item
  })
  if (a === undefined || b === undefined || a === b) {
    const message = 'Cannot have a trustline to self.'
    throw new RpcError({ error: 'malformedRequest', error_code: 31, error_message: message })
  }
  if (typeof currency !== 'string' || !/^(?:[0-9A-Fa-f]{40}|[\x21-\x7e]{3})$/.test(currency)) {
    throw malformed('currency', 'Currency', 'malformedCurrency')
  }
  return lineKeylet(a, b, currency)
}

const ticket: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'Ticket' }
  const object = objectOf(value, name)
  const owner = accountOf(need(object, 'account'), 'account')
  return ticketKeylet(owner, numberOf(need(object, 'ticket_seq'), 'ticket_seq'))
}

const oracle: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'Oracle' }
  const object = objectOf(value, name)
  const owner = accountOf(need(object, 'account'), 'account')
  return oracleKeylet(owner, numberOf(need(object, 'oracle_document_id'), 'oracle_document_id'))
}

const depositPreauth: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'DepositPreauth' }
  const object = objectOf(value, name)
  const owner = accountOf(need(object, 'owner'), 'owner', 'malformedOwner')
  return depositPreauthKeylet(owner, accountOf(need(object, 'authorized'), 'authorized'))
}

const SELECTORS: Record<string, Selector> = {
  index: (value, name) => {
    if (value === 'amendments') return amendmentsKeylet
    if (value === 'fee') return feeSettingsKeylet
    if (value === 'hashes') return hashesKeylet
    return byHash()(value, name)
  },
  account_root: (value, name) => accountKeylet(accountOf(value, name)),
  amendments: singleton(amendmentsKeylet.key, 'Amendments'),
  deposit_preauth: depositPreauth,
  directory,
  fee: singleton(feeSettingsKeylet.key, 'FeeSettings'),
  hashes: singleton(hashesKeylet.key, 'LedgerHashes'),
  nft_offer: byHash('NFTokenOffer'),
  nft_page: byHash('NFTokenPage'),
  oracle,
  ripple_state: rippleState,
  signer_list: (value, name) =>
    isHash(value)
      ? { key: value.toUpperCase(), type: 'SignerList' }
      : signerListKeylet(accountOf(value, name)),
  state: rippleState,
  ticket,
}

/** Kinds of the server this ledger never makes: they can be asked for by index, and are not there. */
const UNUSED = [
  'amm',
  'bridge',
  'check',
  'credential',
  'delegate',
  'did',
  'escrow',
  'loan',
  'loan_broker',
  'mpt_issuance',
  'mptoken',
  'offer',
  'payment_channel',
  'permissioned_domain',
  'vault',
]
for (const name of UNUSED) SELECTORS[name] = byHash()

export const ledgerEntry: Handler = ({ chain, params, apiVersion }) => {
  const named = Object.keys(SELECTORS).filter((name) => params[name] !== undefined)
  if (named.length > 1) throw rpcError('invalidParams', 'Too many fields provided.')
  const chosen = chooseLedger(chain, params)
  const [name] = named
  const select = name === undefined ? undefined : SELECTORS[name]
  if (name === undefined || select === undefined) {
    if (apiVersion === 1) throw new RpcError({ error: 'unknownOption', ...chosen.about })
    throw rpcError('invalidParams', 'No ledger_entry params provided.')
  }
  const { key, type } = select(params[name], name)
  const about = { ...chosen.about, index: key }
  const entry = chosen.view.get(key)
  if (entry === undefined) throw rpcError('entryNotFound', undefined, about)
  if (type !== undefined && entry.LedgerEntryType !== type)
    throw rpcError('unexpectedLedgerType', undefined, about)
  return params.binary === true
    ? { ...about, node_binary: entryBinary(entry) }
    : { ...about, node: entryJson(key, entry) }
}
