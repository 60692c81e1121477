import { deleteCheck, findCheck, isNullId } from '#ledger/entries/checks.ts'
import { hasExpired } from '#ledger/entries/nftoken-offers.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of CheckCancel: the writer and the receiver may cancel a check; after its expiration anyone may. Source:
// xrpl.org "CheckCancel".

export const checkCancel: TransactionRules = {
  flags: 0,

  preflight: ({ CheckID: key = '' }, { isEnabled }) =>
    isEnabled('fixCleanup3_3_0') && isNullId(key) ? 'temMALFORMED' : 'tesSUCCESS',

  preclaim({ fields, view }) {
    const { Account: account, CheckID: key = '' } = fields
    const check = findCheck(view, key)
    if (check === undefined) return 'tecNO_ENTRY'
    const involved = account === check.Account || account === check.Destination
    return involved || hasExpired(view, check.Expiration) ? 'tesSUCCESS' : 'tecNO_PERMISSION'
  },

  apply({ fields, view }) {
    const { CheckID: key = '' } = fields
    const check = findCheck(view, key)
    if (check === undefined) return 'tecNO_ENTRY'
    deleteCheck(view, key, check)
    return 'tesSUCCESS'
  },
}
