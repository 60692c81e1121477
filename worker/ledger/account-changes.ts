import { entryChanges, type Metadata, numberField, textField } from './ledger-json.ts'

/** An account after a transaction: the base of its reserve and its spendable XRP. */
export interface AccountXrp {
  account: string
  balanceDrops: bigint
  ownerCount: number
}

/** Returns every AccountRoot that a transaction changed, in its new state; a deleted account has zero values. */
export function accountChanges(meta: Metadata): AccountXrp[] {
  return entryChanges(meta, 'AccountRoot').flatMap(({ kind, fields }) => {
    const account = textField(fields, 'Account')
    if (account === undefined) return []
    if (kind === 'deleted') return [{ account, balanceDrops: 0n, ownerCount: 0 }]
    const balance = textField(fields, 'Balance')
    // New entries omit fields that are zero.
    return [
      { account, balanceDrops: BigInt(balance ?? '0'), ownerCount: numberField(fields, 'OwnerCount') ?? 0 },
    ]
  })
}
