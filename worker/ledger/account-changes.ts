import { type Metadata, numberField, textField } from './ledger-json.ts'

/** An account after a transaction: the base of its reserve and its spendable XRP. */
export interface AccountXrp {
  account: string
  balanceDrops: bigint
  ownerCount: number
}

/** Every AccountRoot that a transaction touched, in its new state; a deleted account has nothing. */
export function accountChanges(meta: Metadata): AccountXrp[] {
  return meta.AffectedNodes.flatMap((affected) => {
    const [node, fields] =
      'CreatedNode' in affected
        ? [affected.CreatedNode, affected.CreatedNode.NewFields]
        : 'ModifiedNode' in affected
          ? [affected.ModifiedNode, affected.ModifiedNode.FinalFields]
          : [affected.DeletedNode, affected.DeletedNode.FinalFields]
    const account = textField(fields, 'Account')
    if (node.LedgerEntryType !== 'AccountRoot' || account === undefined) return []
    if ('DeletedNode' in affected) return [{ account, balanceDrops: 0n, ownerCount: 0 }]
    const balance = textField(fields, 'Balance')
    // New entries leave out what is zero.
    return [
      { account, balanceDrops: BigInt(balance ?? '0'), ownerCount: numberField(fields, 'OwnerCount') ?? 0 },
    ]
  })
}
