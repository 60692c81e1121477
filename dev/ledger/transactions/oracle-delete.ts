import { adjustOwnerCount } from '#dev/ledger/entries/account-roots.ts'
import { removeFromDirectory } from '#dev/ledger/entries/directories.ts'
import { oracleKeylet, ownerDirectory } from '#dev/ledger/entries/keylets.ts'
import { exists, read } from '#dev/ledger/views/read-view.ts'
import { oracleReserve } from './oracle-set.ts'
import type { TransactionFields, TransactionRules } from './transaction-types.ts'

// Source: XLS-47 "Price Oracles", xrpl.org "OracleDelete".

const keyletOf = (fields: TransactionFields) => oracleKeylet(fields.Account, fields.OracleDocumentID ?? 0)

export const oracleDelete: TransactionRules = {
  flags: 0,
  preflight: () => 'tesSUCCESS',
  preclaim: ({ fields, view }) => (exists(view, keyletOf(fields)) ? 'tesSUCCESS' : 'tecNO_ENTRY'),

  apply({ fields, view }) {
    const { Account: owner } = fields
    const keylet = keyletOf(fields)
    const oracle = read(view, keylet)
    if (oracle === undefined) return 'tecINTERNAL'
    removeFromDirectory(view, ownerDirectory(owner), oracle.OwnerNode, keylet.key, true)
    adjustOwnerCount(view, owner, -oracleReserve(oracle.PriceDataSeries.length))
    view.erase(keylet.key)
    return 'tesSUCCESS'
  },
}
