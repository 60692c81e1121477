import { accountId } from '#ledger/codec/address.ts'
import { transactionSetHash } from '#ledger/codec/tree-hash.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'

/**
 * Returns the execution order in a closing ledger: accounts shuffled by the hash of the set; within an account by
 * sequence, then by ticket, then by id. So no sender can choose an earlier position. Source: the server's
 * CanonicalTXSet; xrpl.org "Consensus".
 */
export function canonicalOrder(transactions: Transaction[]): Transaction[] {
  const salt = transactionSetHash(transactions.map(({ hash }) => hash))
  const accountKeys = new Map<string, string>()
  const accountKey = (address: string) => {
    const cachedKey = accountKeys.get(address)
    if (cachedKey !== undefined) return cachedKey
    const mixedId = BigInt(`0x${accountId(address)}${'0'.repeat(24)}`) ^ BigInt(`0x${salt}`)
    const key = mixedId.toString(16).padStart(64, '0')
    accountKeys.set(address, key)
    return key
  }
  const toHex = (value: number) => value.toString(16).padStart(8, '0')
  const sortKey = ({ fields, hash }: Transaction) => {
    const ticket = fields.Sequence === 0 && fields.TicketSequence !== undefined
    const place = ticket ? `1${toHex(fields.TicketSequence ?? 0)}` : `0${toHex(fields.Sequence)}`
    return accountKey(fields.Account) + place + hash
  }
  return transactions
    .map((transaction) => ({ transaction, key: sortKey(transaction) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ transaction }) => transaction)
}
