import { GENESIS_ACCOUNT } from '#ledger/chain/genesis.ts'
import { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { transactionFromFields } from '#ledger/chain/parse-transaction.ts'
import type { Amendment } from '#ledger/entries/amendments.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import type { AccountRoot } from '#ledger/entries/entry-types.ts'
import { lineBalance } from '#ledger/entries/trust-lines.ts'
import { formatValue } from '#ledger/amounts/token-value.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import type { Metadata } from '#ledger/views/metadata.ts'
import { type Actor, makeActors } from './workload.ts'

const GENESIS_KEY = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020'

type Draft = Partial<TransactionFields> & { TransactionType: string }

export interface Result {
  /** Result of the submission, or of the validated transaction if it entered the ledger. */
  result: string
  /** Absent if the transaction is not in the ledger. */
  metadata: Metadata | undefined
  /** The sequence number or ticket of the transaction. */
  sequence: number
}

/** An in-process ledger whose accounts send unsigned transactions. Its clock moves only when a test moves it. */
export class ChainWorld {
  readonly chain: LedgerChain
  readonly actors: Actor[]
  #now = 1_760_000_000_000
  #funded = 0

  constructor(actors: number, options: { amendments?: readonly Amendment[]; drops?: string } = {}) {
    this.chain = new LedgerChain({ networkId: 0, now: () => this.#now, amendments: options.amendments })
    this.actors = makeActors(actors)
    for (const { address } of this.actors) this.fund(address, options.drops ?? '100000000')
    this.chain.close()
  }

  get view() {
    return this.chain.closedView()
  }

  /** Sends drops from the genesis account. */
  fund(address: string, drops: string): void {
    this.#funded += 1
    const { result } = this.#submit({
      TransactionType: 'Payment',
      Account: GENESIS_ACCOUNT,
      Destination: address,
      Amount: drops,
      Fee: '10',
      Sequence: this.#funded,
      SigningPubKey: GENESIS_KEY,
    })
    if (result !== 'tesSUCCESS') throw new Error(`funding ${address} failed: ${result}`)
  }

  /** Advances ledger time, starting with the next ledger. */
  advance(seconds: number): void {
    this.#now += seconds * 1000
  }

  #submit(fields: TransactionFields): { hash: string; result: string } {
    const transaction = transactionFromFields({ ...fields, TxnSignature: '00'.repeat(64) })
    return { hash: transaction.hash, result: this.chain.openLedger.submit(transaction, false).outcome.result }
  }

  /** Submits a transaction and closes the ledger. */
  send({ address, publicKey }: Actor, draft: Draft): Result {
    const ticket = draft.TicketSequence
    const sequence = ticket === undefined ? (findAccount(this.view, address)?.Sequence ?? 0) : 0
    const fields = { Account: address, Fee: '10', Sequence: sequence, SigningPubKey: publicKey, ...draft }
    const { hash, result } = this.#submit(fields)
    this.chain.close()
    const metadata = this.chain.history.find(hash)?.metadata
    return { result: metadata?.TransactionResult ?? result, metadata, sequence: ticket ?? sequence }
  }

  account({ address }: Actor): AccountRoot {
    const root = findAccount(this.view, address)
    if (root === undefined) throw new Error(`There is no account ${address}.`)
    return root
  }

  drops(actor: Actor): bigint {
    return BigInt(this.account(actor).Balance)
  }

  /** Returns the issuer's debt to an account. */
  balance({ address }: Actor, issuer: Actor, currency = 'USD'): string {
    return formatValue(lineBalance(this.view, address, issuer.address, currency))
  }
}

export const usd = (issuer: Actor, value: string) => ({ currency: 'USD', issuer: issuer.address, value })
