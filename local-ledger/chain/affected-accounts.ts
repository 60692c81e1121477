import { ACCOUNT_ONE, findAccountId } from '#ledger/codec/address.ts'
import { isObject } from '#ledger/codec/json.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import type { AffectedNodeItem, Metadata } from '#ledger/views/metadata.ts'

const ACCOUNT_FIELDS = [
  'Account',
  'Owner',
  'Destination',
  'Issuer',
  'RegularKey',
  'NFTokenMinter',
  'Authorize',
  'Unauthorize',
  'Delegate',
] as const
const LIMIT_FIELDS = ['LowLimit', 'HighLimit'] as const

function fieldsOf(item: AffectedNodeItem): Record<string, unknown> {
  if ('CreatedNode' in item) return item.CreatedNode.NewFields ?? {}
  const node = 'ModifiedNode' in item ? item.ModifiedNode : item.DeletedNode
  return node.FinalFields ?? {}
}

/**
 * Returns the accounts that a transaction affects: those named in the fields of the entries that it changed. Source:
 * xrpl.org "account_tx"; the server's TxMeta::getAffectedAccounts.
 */
export function affectedAccounts(metadata: Metadata): Set<string> {
  const accounts = new Set<string>()
  for (const item of metadata.AffectedNodes) {
    const fields = fieldsOf(item)
    for (const name of ACCOUNT_FIELDS) {
      const value = fields[name]
      if (typeof value === 'string' && findAccountId(value) !== null) accounts.add(value)
    }
    for (const name of LIMIT_FIELDS) {
      const limit = fields[name]
      if (isObject(limit) && typeof limit.issuer === 'string' && limit.issuer !== ACCOUNT_ONE)
        accounts.add(limit.issuer)
    }
  }
  return accounts
}

/** Returns the accounts that a transaction names. Their subscribers receive it even while it is only proposed. */
export function mentionedAccounts(fields: TransactionFields): string[] {
  const accounts = new Set<string>()
  for (const [name, value] of Object.entries(fields)) {
    const named = ACCOUNT_FIELDS.some((field) => field === name)
    if (named && typeof value === 'string') accounts.add(value)
    if (isObject(value) && typeof value.issuer === 'string') accounts.add(value.issuer)
  }
  return [...accounts]
}
