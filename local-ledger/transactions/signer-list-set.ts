import { accountId } from '#ledger/codec/address.ts'
import { adjustOwnerCount, editAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { addToDirectory, removeFromDirectory } from '#ledger/entries/directories.ts'
import { accountFlag, hasFlag, signerListFlag } from '#ledger/entries/entry-flags.ts'
import { type SignerEntryItem, unthreadedFields } from '#ledger/entries/entry-types.ts'
import { ownerDirectory, signerListKeylet } from '#ledger/entries/keylets.ts'
import { read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import type { ResultCode } from './results.ts'
import type { TransactionFields, TransactionRules } from './transaction-types.ts'

// Rules of SignerListSet. Source: xrpl.org "SignerListSet", "Multi-Signing".

const MAX_SIGNERS = 32

const sortEntries = (entries: SignerEntryItem[]): SignerEntryItem[] =>
  entries.toSorted((a, b) => (accountId(a.SignerEntry.Account) < accountId(b.SignerEntry.Account) ? -1 : 1))

function checkEntries({
  Account: owner,
  SignerQuorum: quorum = 0,
  SignerEntries: entries = [],
}: TransactionFields): ResultCode {
  if (entries.length < 1 || entries.length > MAX_SIGNERS) return 'temMALFORMED'
  const signers = entries.map(({ SignerEntry }) => SignerEntry)
  if (new Set(signers.map(({ Account }) => Account)).size !== signers.length) return 'temBAD_SIGNER'
  let total = 0
  for (const { Account, SignerWeight } of signers) {
    if (SignerWeight <= 0) return 'temBAD_WEIGHT'
    if (Account === owner) return 'temBAD_SIGNER'
    total += SignerWeight
  }
  return total < quorum ? 'temBAD_QUORUM' : 'tesSUCCESS'
}

/** Removes the account's signer list, if it has one. */
export function removeList(view: Sandbox, owner: string): void {
  const { key } = signerListKeylet(owner)
  const list = read(view, signerListKeylet(owner))
  if (list === undefined) return
  removeFromDirectory(view, ownerDirectory(owner), list.OwnerNode, key)
  // Lists created before the MultiSignReserve amendment also count each signer.
  const ownerCount = hasFlag(list, signerListFlag.oneOwnerCount) ? 1 : 2 + list.SignerEntries.length
  adjustOwnerCount(view, owner, -ownerCount)
  view.erase(key)
}

export const signerListSet: TransactionRules = {
  flags: 0,

  preflight(fields) {
    const sets = (fields.SignerQuorum ?? 0) > 0
    if (sets !== (fields.SignerEntries !== undefined)) return 'temMALFORMED'
    return sets ? checkEntries(fields) : 'tesSUCCESS'
  },

  apply({ fields, view, priorBalance }) {
    const { Account: owner } = fields
    const account = editAccount(view, owner)
    if (fields.SignerEntries === undefined) {
      const keyless = hasFlag(account, accountFlag.disableMaster) && account.RegularKey === undefined
      if (keyless) return 'tecNO_ALTERNATIVE_KEY'
      removeList(view, owner)
      return 'tesSUCCESS'
    }
    removeList(view, owner)
    if (priorBalance < reserveDrops(account.OwnerCount + 1)) return 'tecINSUFFICIENT_RESERVE'
    const { key } = signerListKeylet(owner)
    const page = addToDirectory(view, ownerDirectory(owner), key, { Owner: owner })
    view.insert(key, {
      LedgerEntryType: 'SignerList',
      Flags: signerListFlag.oneOwnerCount,
      Owner: owner,
      OwnerNode: page,
      SignerQuorum: fields.SignerQuorum ?? 0,
      SignerEntries: sortEntries(fields.SignerEntries),
      SignerListID: 0,
      ...unthreadedFields,
    })
    adjustOwnerCount(view, owner, 1)
    return 'tesSUCCESS'
  },
}
