import { currencyHex } from '#ledger/amounts/amount.ts'
import { accountId } from '#ledger/codec/address.ts'
import { sha512Half } from '#ledger/codec/hash.ts'
import type { EntryType } from './entry-types.ts'

// The index of an entry: SHA-512Half of a space key and the identifying fields of the entry. Source: xrpl.org "Ledger
// object IDs", XLS-20 (token pages).

export interface Keylet<T extends EntryType> {
  readonly type: T
  readonly key: string
}

const toSpace = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()
const uint32 = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
const uint64 = (value: string) => value.toUpperCase().padStart(16, '0')

const make = <T extends EntryType>(type: T, letter: string, fields: string): Keylet<T> => ({
  type,
  key: sha512Half(toSpace(letter) + fields),
})

const accounts = new Map<string, Keylet<'AccountRoot'>>()

export function accountKeylet(address: string): Keylet<'AccountRoot'> {
  const cachedKeylet = accounts.get(address)
  if (cachedKeylet !== undefined) return cachedKeylet
  if (accounts.size > 50_000) accounts.clear()
  const keylet = make('AccountRoot', 'a', accountId(address))
  accounts.set(address, keylet)
  return keylet
}

export const ownerDirectory = (address: string) => make('DirectoryNode', 'O', accountId(address))
export const buyOfferDirectory = (tokenId: string) => make('DirectoryNode', 'h', tokenId)
export const sellOfferDirectory = (tokenId: string) => make('DirectoryNode', 'i', tokenId)

/** Returns the keylet of a directory page; page 0 is the root itself. `page` is hex text. */
export function directoryPage(root: string, page: string): Keylet<'DirectoryNode'> {
  if (page === '0') return { type: 'DirectoryNode', key: root }
  return make('DirectoryNode', 'd', root + uint64(page))
}

export const ticketKeylet = (address: string, sequence: number) =>
  make('Ticket', 'T', accountId(address) + uint32(sequence))
export const signerListKeylet = (address: string) => make('SignerList', 'S', accountId(address) + uint32(0))
export const oracleKeylet = (address: string, documentId: number) =>
  make('Oracle', 'R', accountId(address) + uint32(documentId))
export const nftOfferKeylet = (address: string, sequence: number) =>
  make('NFTokenOffer', 'q', accountId(address) + uint32(sequence))
export const checkKeylet = (address: string, sequence: number) =>
  make('Check', 'C', accountId(address) + uint32(sequence))
export const depositPreauthKeylet = (owner: string, authorizedAccount: string) =>
  make('DepositPreauth', 'p', accountId(owner) + accountId(authorizedAccount))
export const delegateKeylet = (account: string, delegate: string) =>
  make('Delegate', 'E', accountId(account) + accountId(delegate))

export function lineKeylet(a: string, b: string, currency: string): Keylet<'RippleState'> {
  const [low, high] = [accountId(a), accountId(b)].sort()
  return make('RippleState', 'r', `${low}${high}${currencyHex(currency)}`)
}

export const feeSettingsKeylet: Keylet<'FeeSettings'> = make('FeeSettings', 'e', '')
export const amendmentsKeylet: Keylet<'Amendments'> = make('Amendments', 'f', '')
/** Entry with the hashes of the last 256 ledgers. */
export const hashesKeylet: Keylet<'LedgerHashes'> = make('LedgerHashes', 's', '')

// The index of a token page is not hashed: it is the owner (160 bits), then the low 96 bits of an id that is the upper
// bound of the page.
export const PAGE_BITS = 24
export const lastPageKey = (address: string) => accountId(address) + 'F'.repeat(PAGE_BITS)
export const firstPageKey = (address: string) => accountId(address) + '0'.repeat(PAGE_BITS)
export const pageKeylet = (key: string): Keylet<'NFTokenPage'> => ({ type: 'NFTokenPage', key })

/** Returns the keylet of an entry whose index is already known. */
export const keyletOf = <T extends EntryType>(type: T, key: string): Keylet<T> => ({ type, key })
