import { adjustOwnerCount } from '#ledger/entries/account-roots.ts'
import { removeFromDirectory } from '#ledger/entries/directories.ts'
import type { Oracle } from '#ledger/entries/entry-types.ts'
import { oracleKeylet, ownerDirectory } from '#ledger/entries/keylets.ts'
import { exists, read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { oracleReserve } from './oracle-set.ts'
import type { TransactionFields, TransactionRules } from './transaction-types.ts'

// Rules of OracleDelete. Source: XLS-47 "Price Oracles", xrpl.org "OracleDelete".

const keyletOf = (fields: TransactionFields) => oracleKeylet(fields.Account, fields.OracleDocumentID ?? 0)

export function deleteOracle(
  view: Sandbox,
  { Owner: owner, OwnerNode, PriceDataSeries }: Oracle,
  key: string,
): void {
  removeFromDirectory(view, ownerDirectory(owner), OwnerNode, key, true)
  adjustOwnerCount(view, owner, -oracleReserve(PriceDataSeries.length))
  view.erase(key)
}

export const oracleDelete: TransactionRules = {
  flags: 0,
  preflight: () => 'tesSUCCESS',
  preclaim: ({ fields, view }) => (exists(view, keyletOf(fields)) ? 'tesSUCCESS' : 'tecNO_ENTRY'),

  apply({ fields, view }) {
    const oracle = read(view, keyletOf(fields))
    if (oracle === undefined) return 'tecINTERNAL'
    deleteOracle(view, oracle, keyletOf(fields).key)
    return 'tesSUCCESS'
  },
}
