import { findAccountId } from '#ledger/codec/address.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import type { EntryType } from '#ledger/entries/entry-types.ts'
import {
  accountKeylet,
  amendmentsKeylet,
  delegateKeylet,
  depositPreauthKeylet,
  directoryPage,
  feeSettingsKeylet,
  hashesKeylet,
  lineKeylet,
  oracleKeylet,
  ownerDirectory,
  ticketKeylet,
} from '#ledger/entries/keylets.ts'
import { isHash } from './ledger-selection.ts'
import { RpcError } from './rpc-error.ts'

// Finds the entry that a request of `ledger_entry` identifies. Source: xrpl.org "ledger_entry".

export interface Selected {
  key: string
  type?: EntryType
}
export type Selector = (value: unknown, name: string) => Selected

const refuse = (error: string, message: string) =>
  new RpcError({ error, error_code: 31, error_message: message })
const malformedField = (field: string, kind: string, error = 'malformedRequest') =>
  refuse(error, `Invalid field '${field}', not ${kind}.`)
const missingField = (field: string) => refuse('malformedRequest', `Missing field '${field}'.`)

function hashOf(value: unknown, name: string): string {
  if (!isHash(value)) throw malformedField(name, 'hex string')
  return value.toUpperCase()
}

function accountOf(value: unknown, name: string, error = 'malformedAddress'): string {
  if (typeof value !== 'string' || findAccountId(value) === null)
    throw malformedField(name, 'AccountID', error)
  return value
}

function numberOf(value: unknown, name: string, error = 'malformedRequest'): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0)
    throw malformedField(name, 'number', error)
  return number
}

function objectOf(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw malformedField(name, 'hex string or object')
  return value
}

function need(object: JsonObject, field: string): unknown {
  if (object[field] === undefined) throw missingField(field)
  return object[field]
}

const byHash =
  (type?: EntryType): Selector =>
  (value, name) => ({ key: hashOf(value, name), ...(type === undefined ? {} : { type }) })

const selectSingleton =
  (key: string, type: EntryType): Selector =>
  (value, name) => {
    if (value === false) throw malformedField(name, 'true', 'invalidParams')
    return { key: value === true ? key : hashOf(value, name), type }
  }

const selectDirectory: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'DirectoryNode' }
  const object = objectOf(value, name)
  const page = object.sub_index === undefined ? 0 : numberOf(object.sub_index, 'sub_index')
  const { dir_root: root, owner } = object
  if ((root === undefined) === (owner === undefined)) {
    throw refuse('malformedRequest', 'Must have exactly one of `owner` and `dir_root` fields.')
  }
  if (root !== undefined && !isHash(root)) throw malformedField('dir_root', 'hash', 'malformedDirRoot')
  const rootKey = isHash(root) ? root.toUpperCase() : ownerDirectory(accountOf(owner, 'owner')).key
  return directoryPage(rootKey, page.toString(16))
}

const rippleState: Selector = (value, name) => {
  const object = isObject(value) ? value : undefined
  if (object === undefined) throw malformedField(name, 'object')
  const accounts = need(object, 'accounts')
  const currency = need(object, 'currency')
  if (!Array.isArray(accounts) || accounts.length !== 2)
    throw malformedField('accounts', 'length-2 array of Accounts')
  const [a, b] = accounts.map((item) => {
    if (typeof item !== 'string' || findAccountId(item) === null) {
      throw malformedField('accounts', 'array of Accounts', 'malformedAddress')
    }
    return item
  })
  if (a === undefined || b === undefined || a === b) {
    throw refuse('malformedRequest', 'Cannot have a trustline to self.')
  }
  if (typeof currency !== 'string' || !/^(?:[0-9A-Fa-f]{40}|[\x21-\x7e]{3})$/.test(currency)) {
    throw malformedField('currency', 'Currency', 'malformedCurrency')
  }
  return lineKeylet(a, b, currency)
}

const selectTicket: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'Ticket' }
  const object = objectOf(value, name)
  const owner = accountOf(need(object, 'account'), 'account')
  return ticketKeylet(owner, numberOf(need(object, 'ticket_seq'), 'ticket_seq'))
}

const selectOracle: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'Oracle' }
  const object = objectOf(value, name)
  const owner = accountOf(need(object, 'account'), 'account', 'malformedAccount')
  const documentId = numberOf(need(object, 'oracle_document_id'), 'oracle_document_id', 'malformedDocumentID')
  return oracleKeylet(owner, documentId)
}

const depositPreauth: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'DepositPreauth' }
  const object = objectOf(value, name)
  const owner = accountOf(need(object, 'owner'), 'owner', 'malformedOwner')
  return depositPreauthKeylet(
    owner,
    accountOf(need(object, 'authorized'), 'authorized', 'malformedAuthorized'),
  )
}

const selectDelegate: Selector = (value, name) => {
  if (isHash(value)) return { key: value.toUpperCase(), type: 'Delegate' }
  const object = objectOf(value, name)
  const account = accountOf(need(object, 'account'), 'account')
  return delegateKeylet(account, accountOf(need(object, 'authorize'), 'authorize'))
}

/** The request parameters that identify each type of entry. */
export const selectors: Record<string, Selector> = {
  index: (value, name) => {
    if (value === 'amendments') return amendmentsKeylet
    if (value === 'fee') return feeSettingsKeylet
    if (value === 'hashes') return hashesKeylet
    return byHash()(value, name)
  },
  account_root: (value, name) => accountKeylet(accountOf(value, name)),
  check: byHash('Check'),
  amendments: selectSingleton(amendmentsKeylet.key, 'Amendments'),
  delegate: selectDelegate,
  deposit_preauth: depositPreauth,
  directory: selectDirectory,
  fee: selectSingleton(feeSettingsKeylet.key, 'FeeSettings'),
  hashes: selectSingleton(hashesKeylet.key, 'LedgerHashes'),
  nft_offer: byHash('NFTokenOffer'),
  nft_page: byHash('NFTokenPage'),
  oracle: selectOracle,
  ripple_state: rippleState,
  signer_list: byHash('SignerList'),
  state: rippleState,
  ticket: selectTicket,
}

/** Entry types of the server that this ledger never creates. Requests by index are valid but find nothing. */
const UNUSED = [
  'amm',
  'bridge',
  'credential',
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
for (const name of UNUSED) selectors[name] = byHash()
