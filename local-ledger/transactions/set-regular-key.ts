import { editAccount } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag, withFlag } from '#ledger/entries/entry-flags.ts'
import { signerListKeylet } from '#ledger/entries/keylets.ts'
import { exists } from '#ledger/views/read-view.ts'
import { signsWithMasterKey } from './signing-keys.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of SetRegularKey. Source: xrpl.org "SetRegularKey" (key reset transaction: once without a fee, with the master
// key).

export const setRegularKey: TransactionRules = {
  flags: 0,

  preflight: (fields) => (fields.RegularKey === fields.Account ? 'temBAD_REGKEY' : 'tesSUCCESS'),

  isFree(fields, account) {
    return signsWithMasterKey(fields) && !hasFlag(account, accountFlag.passwordSpent)
  },

  apply({ fields, view }) {
    const account = editAccount(view, fields.Account)
    const free = signsWithMasterKey(fields) && !hasFlag(account, accountFlag.passwordSpent)
    if (free) account.Flags = withFlag(account.Flags, accountFlag.passwordSpent)
    if (fields.RegularKey !== undefined) {
      account.RegularKey = fields.RegularKey
      return 'tesSUCCESS'
    }
    const masterOff = hasFlag(account, accountFlag.disableMaster)
    if (masterOff && !exists(view, signerListKeylet(fields.Account))) return 'tecNO_ALTERNATIVE_KEY'
    delete account.RegularKey
    return 'tesSUCCESS'
  },
}
