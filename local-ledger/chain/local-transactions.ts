import { accountId } from '#ledger/codec/address.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { ticketKeylet } from '#ledger/entries/keylets.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { exists, type ReadView } from '#ledger/views/read-view.ts'

/** Number of ledgers for which a server retries its own submissions. */
const HOLD_LEDGERS = 5

interface Local {
  transaction: Transaction
  expires: number
}

/**
 * Transactions submitted to this server. Each new open ledger retries them whatever their first result, so that a
 * refusal (for example tefNFTOKEN_IS_NOT_TRANSFERABLE) may still become a result that claims a fee. Source: the
 * server's LocalTxs; xrpl.org "Reliable Transaction Submission".
 */
export class LocalTransactions {
  #list: Local[] = []

  add(transaction: Transaction, openSeq: number): void {
    const { LastLedgerSequence: last = Number.MAX_SAFE_INTEGER } = transaction.fields
    this.#list.push({ transaction, expires: Math.min(openSeq + HOLD_LEDGERS, last + 1) })
  }

  /** Returns the transactions in an order in which they can succeed. */
  inOrder(): Transaction[] {
    const toHex = (value: number) => value.toString(16).padStart(8, '0')
    const sortKey = ({ fields, hash }: Transaction) =>
      accountId(fields.Account) +
      (fields.Sequence === 0 ? `1${toHex(fields.TicketSequence ?? 0)}` : `0${toHex(fields.Sequence)}`) +
      hash
    const unique = new Map(this.#list.map(({ transaction }) => [sortKey(transaction), transaction]))
    return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, transaction]) => transaction)
  }

  /** Removes transactions that are validated, expired or impossible. */
  sweep(view: ReadView, isValidated: (hash: string) => boolean): void {
    this.#list = this.#list.filter(({ transaction, expires }) => {
      if (view.seq > expires || isValidated(transaction.hash)) return false
      const { fields } = transaction
      const account = findAccount(view, fields.Account)
      if (account === undefined) return true
      const ticket = fields.TicketSequence ?? 0
      if (fields.Sequence !== 0) return account.Sequence <= fields.Sequence
      return account.Sequence <= ticket || exists(view, ticketKeylet(fields.Account, ticket))
    })
  }
}
