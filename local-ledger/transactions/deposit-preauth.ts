import { ACCOUNT_ZERO } from '#ledger/codec/address.ts'
import { adjustOwnerCount, editAccount, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { addToDirectory, removeFromDirectory } from '#ledger/entries/directories.ts'
import { type DepositPreauth, unthreadedFields } from '#ledger/entries/entry-types.ts'
import { depositPreauthKeylet, ownerDirectory } from '#ledger/entries/keylets.ts'
import { exists, read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of DepositPreauth. Source: xrpl.org "DepositPreauth", "Deposit Authorization".

export function deletePreauth(
  view: Sandbox,
  { Account: account, OwnerNode }: DepositPreauth,
  key: string,
): void {
  removeFromDirectory(view, ownerDirectory(account), OwnerNode, key)
  adjustOwnerCount(view, account, -1)
  view.erase(key)
}

export const depositPreauth: TransactionRules = {
  flags: 0,

  preflight({ Account: account, Authorize: newAccount, Unauthorize: revokedAccount }) {
    if ((newAccount === undefined) === (revokedAccount === undefined)) return 'temMALFORMED'
    if ((newAccount ?? revokedAccount) === ACCOUNT_ZERO) return 'temINVALID_ACCOUNT_ID'
    return newAccount === account ? 'temCANNOT_PREAUTH_SELF' : 'tesSUCCESS'
  },

  preclaim({ fields, view }) {
    const { Account: account, Authorize: newAccount, Unauthorize: revokedAccount = '' } = fields
    if (newAccount === undefined)
      return exists(view, depositPreauthKeylet(account, revokedAccount)) ? 'tesSUCCESS' : 'tecNO_ENTRY'
    if (findAccount(view, newAccount) === undefined) return 'tecNO_TARGET'
    return exists(view, depositPreauthKeylet(account, newAccount)) ? 'tecDUPLICATE' : 'tesSUCCESS'
  },

  apply({ fields, view, priorBalance }) {
    const { Account: account, Authorize: newAccount, Unauthorize: revokedAccount = '' } = fields
    if (newAccount === undefined) {
      const keylet = depositPreauthKeylet(account, revokedAccount)
      const entry = read(view, keylet)
      if (entry === undefined) return 'tecNO_ENTRY'
      deletePreauth(view, entry, keylet.key)
      return 'tesSUCCESS'
    }
    if (priorBalance < reserveDrops(editAccount(view, account).OwnerCount + 1))
      return 'tecINSUFFICIENT_RESERVE'
    const { key } = depositPreauthKeylet(account, newAccount)
    const page = addToDirectory(view, ownerDirectory(account), key, { Owner: account })
    view.insert(key, {
      LedgerEntryType: 'DepositPreauth',
      Flags: 0,
      Account: account,
      Authorize: newAccount,
      OwnerNode: page,
      ...unthreadedFields,
    })
    adjustOwnerCount(view, account, 1)
    return 'tesSUCCESS'
  },
}
