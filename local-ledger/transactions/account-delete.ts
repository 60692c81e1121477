import { changeBalance, editAccount, fees, findAccount } from '#ledger/entries/account-roots.ts'
import { directoryKeys } from '#ledger/entries/directories.ts'
import { accountFlag, hasFlag, withoutFlag } from '#ledger/entries/entry-flags.ts'
import type { AccountRoot } from '#ledger/entries/entry-types.ts'
import {
  accountKeylet,
  depositPreauthKeylet,
  firstPageKey,
  lastPageKey,
  ownerDirectory,
} from '#ledger/entries/keylets.ts'
import { deleteOffer } from '#ledger/entries/nftoken-offers.ts'
import { deleteTicket } from '#ledger/entries/tickets.ts'
import { exists, type ReadView } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { deleteDelegate } from './delegate-set.ts'
import { deletePreauth } from './deposit-preauth.ts'
import { deleteOracle } from './oracle-delete.ts'
import type { ResultCode } from './results.ts'
import { removeList } from './signer-list-set.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of AccountDelete. Source: xrpl.org "AccountDelete", "Deleting Accounts".

/**
 * Minimum distance between the account's sequence number and the ledger index, so that a recreated account cannot
 * repeat transactions.
 */
const SEQUENCE_DISTANCE = 255
const MAX_OWNED = 1000
const MAX_CREDENTIALS = 8

/** Entry types that are deleted with the account. Any other type is an obligation and prevents deletion. */
const DELETABLE = new Set(['SignerList', 'Ticket', 'DepositPreauth', 'NFTokenOffer', 'Oracle', 'Delegate'])

function deleteOwned(view: Sandbox, owner: string, key: string): void {
  const entry = view.get(key)
  switch (entry?.LedgerEntryType) {
    case 'SignerList':
      return removeList(view, owner)
    case 'Ticket':
      return deleteTicket(view, owner, entry.TicketSequence)
    case 'DepositPreauth':
      return deletePreauth(view, entry, key)
    case 'NFTokenOffer':
      return deleteOffer(view, key)
    case 'Oracle':
      return deleteOracle(view, entry, key)
    case 'Delegate':
      return deleteDelegate(view, entry)
  }
}

/**
 * Checks that the account neither holds tokens nor has issued tokens that still exist. Both are obligations and prevent
 * deletion.
 */
function checkTokens(view: ReadView, account: AccountRoot): ResultCode {
  if ((account.MintedNFTokens ?? 0) !== (account.BurnedNFTokens ?? 0)) return 'tecHAS_OBLIGATIONS'
  const last = lastPageKey(account.Account)
  const page = view.nextPage(firstPageKey(account.Account))
  return page !== undefined && page <= last ? 'tecHAS_OBLIGATIONS' : 'tesSUCCESS'
}

function checkAge(view: ReadView, account: AccountRoot): ResultCode {
  if (account.Sequence + SEQUENCE_DISTANCE > view.seq) return 'tecTOO_SOON'
  const nextToken = (account.FirstNFTokenSequence ?? 0) + (account.MintedNFTokens ?? 0)
  return nextToken + SEQUENCE_DISTANCE > view.seq ? 'tecTOO_SOON' : 'tesSUCCESS'
}

function checkOwned(view: ReadView, account: string): ResultCode {
  let count = 0
  for (const key of directoryKeys(view, ownerDirectory(account))) {
    if (!DELETABLE.has(view.get(key)?.LedgerEntryType ?? '')) return 'tecHAS_OBLIGATIONS'
    count += 1
    if (count > MAX_OWNED) return 'tefTOO_BIG'
  }
  return 'tesSUCCESS'
}

export const accountDelete: TransactionRules = {
  flags: 0,

  /** Deletion costs an owner reserve, to discourage accounts from being created and deleted at will. */
  baseFee: () => fees.reserveIncrementDrops,

  preflight({ Account: account, Destination: destination, CredentialIDs: credentials }) {
    if (account === destination) return 'temDST_IS_SRC'
    if (credentials === undefined) return 'tesSUCCESS'
    const distinct = new Set(credentials).size
    const usable = distinct === credentials.length && distinct > 0 && distinct <= MAX_CREDENTIALS
    return usable ? 'tesSUCCESS' : 'temMALFORMED'
  },

  preclaim({ fields, view }) {
    const { Account: address, Destination: destination = '' } = fields
    const receiver = findAccount(view, destination)
    if (receiver === undefined) return 'tecNO_DST'
    if (hasFlag(receiver, accountFlag.requireDestTag) && fields.DestinationTag === undefined)
      return 'tecDST_TAG_NEEDED'
    // This ledger does not support credentials, so none can be presented.
    if (fields.CredentialIDs !== undefined) return 'tecBAD_CREDENTIALS'
    const isPreauthorized = exists(view, depositPreauthKeylet(destination, address))
    if (hasFlag(receiver, accountFlag.depositAuth) && !isPreauthorized) return 'tecNO_PERMISSION'
    const account = findAccount(view, address)
    if (account === undefined) return 'terNO_ACCOUNT'
    for (const result of [checkTokens(view, account), checkAge(view, account)])
      if (result !== 'tesSUCCESS') return result
    return checkOwned(view, address)
  },

  apply({ fields, view, deliver }) {
    const { Account: address, Destination: destination = '' } = fields
    // Read before the first deletion, which changes the directory.
    const ownedKeys = Array.from(directoryKeys(view, ownerDirectory(address)))
    for (const key of ownedKeys) deleteOwned(view, address, key)
    const account = editAccount(view, address)
    const balance = account.Balance
    account.Balance = '0'
    changeBalance(view, destination, BigInt(balance))
    deliver(balance)
    const receiver = editAccount(view, destination)
    // Receiving XRP enables the free key reset again.
    if (balance !== '0') receiver.Flags = withoutFlag(receiver.Flags, accountFlag.passwordSpent)
    view.erase(ownerDirectory(address).key)
    view.erase(accountKeylet(address).key)
    return 'tesSUCCESS'
  },
}
