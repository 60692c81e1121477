import { adjustOwnerCount, editAccount, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { addToDirectory, removeFromDirectory } from '#ledger/entries/directories.ts'
import { type Delegate, unthreadedFields } from '#ledger/entries/entry-types.ts'
import { delegateKeylet, ownerDirectory } from '#ledger/entries/keylets.ts'
import { exists } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { isDelegable } from './delegation.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of DelegateSet. An empty list revokes all permissions. Source: XLS-75; xrpl.org "DelegateSet".

const MAX_PERMISSIONS = 10

/** Removes the permissions that one account granted to another, from both directories. */
export function deleteDelegate(view: Sandbox, entry: Delegate): void {
  const { Account: account, Authorize: delegate, OwnerNode, DestinationNode } = entry
  const { key } = delegateKeylet(account, delegate)
  removeFromDirectory(view, ownerDirectory(account), OwnerNode, key)
  if (DestinationNode !== undefined) removeFromDirectory(view, ownerDirectory(delegate), DestinationNode, key)
  adjustOwnerCount(view, account, -1)
  view.erase(key)
}

export const delegateSet: TransactionRules = {
  flags: 0,
  amendment: 'PermissionDelegationV1_1',

  preflight({ Account: account, Authorize: delegate, Permissions: permissions = [] }) {
    if (permissions.length > MAX_PERMISSIONS) return 'temARRAY_TOO_LARGE'
    if (account === delegate) return 'temMALFORMED'
    const names = permissions.map(({ Permission }) => String(Permission.PermissionValue))
    const distinct = new Set(names).size === names.length
    return distinct && names.every(isDelegable) ? 'tesSUCCESS' : 'temMALFORMED'
  },

  preclaim({ fields, view }) {
    const { Account: account, Authorize: delegate = '', Permissions: permissions = [] } = fields
    if (findAccount(view, delegate) === undefined) return 'tecNO_TARGET'
    const nothing = permissions.length === 0 && !exists(view, delegateKeylet(account, delegate))
    return nothing ? 'tecNO_ENTRY' : 'tesSUCCESS'
  },

  apply({ fields, view, priorBalance }) {
    const { Account: account, Authorize: delegate = '', Permissions: permissions = [] } = fields
    const keylet = delegateKeylet(account, delegate)
    const entry = view.edit(keylet)
    if (entry !== undefined) {
      if (permissions.length === 0) deleteDelegate(view, entry)
      else entry.Permissions = permissions
      return 'tesSUCCESS'
    }
    if (priorBalance < reserveDrops(editAccount(view, account).OwnerCount + 1))
      return 'tecINSUFFICIENT_RESERVE'
    // Also adds the entry to the delegate's directory, so that deleting the delegate's account removes it.
    const page = addToDirectory(view, ownerDirectory(account), keylet.key, { Owner: account })
    const delegatePage = addToDirectory(view, ownerDirectory(delegate), keylet.key, { Owner: delegate })
    view.insert(keylet.key, {
      LedgerEntryType: 'Delegate',
      Flags: 0,
      Account: account,
      Authorize: delegate,
      Permissions: permissions,
      OwnerNode: page,
      DestinationNode: delegatePage,
      ...unthreadedFields,
    })
    adjustOwnerCount(view, account, 1)
    return 'tesSUCCESS'
  },
}
