import { affectedAccounts } from './affected-accounts.ts'
import type { LedgerHeader, TransactionRecord } from './closed-ledger.ts'

/** Stores the transactions of closed ledgers, in memory or in files. */
export interface BodyStore {
  put(seq: number, records: TransactionRecord[]): void
  get(seq: number): TransactionRecord[]
  /** Maximum number of stored transactions; older ledgers are deleted. */
  readonly limit: number
  drop(seq: number): void
}

export class MemoryBodies implements BodyStore {
  readonly limit: number
  readonly #records = new Map<number, TransactionRecord[]>()

  constructor(limit: number) {
    this.limit = limit
  }

  put(seq: number, records: TransactionRecord[]): void {
    if (records.length > 0) this.#records.set(seq, records)
  }

  get(seq: number): TransactionRecord[] {
    return this.#records.get(seq) ?? []
  }

  drop(seq: number): void {
    this.#records.delete(seq)
  }
}

export interface Position {
  seq: number
  index: number
}

/** The lookup keys of a closed ledger. */
export interface LedgerIndexEntry {
  header: LedgerHeader
  transactions: { hash: string; accounts: string[] }[]
}

const MAX_LEDGERS = 200_000

/** Stores closed ledgers and their transactions, with lookup by index, by hash and by account. */
export class History {
  readonly #bodies: BodyStore
  readonly #ledgers = new Map<number, LedgerIndexEntry>()
  readonly #seqByHash = new Map<string, number>()
  readonly #positions = new Map<string, Position>()
  readonly #byAccount = new Map<string, Position[]>()
  #transactions = 0
  first = 0
  last = 0

  constructor(bodies: BodyStore) {
    this.#bodies = bodies
  }

  get transactionCount(): number {
    return this.#transactions
  }

  append(header: LedgerHeader, records: TransactionRecord[]): LedgerIndexEntry {
    const transactions = records.map(({ transaction, metadata }) => ({
      hash: transaction.hash,
      accounts: [...affectedAccounts(metadata)],
    }))
    const entry = { header, transactions }
    this.#bodies.put(header.seq, records)
    this.index(entry)
    return entry
  }

  /** Adds a ledger whose transactions are already in the body store. */
  index(entry: LedgerIndexEntry): void {
    const { seq, hash } = entry.header
    if (this.#ledgers.size === 0) this.first = seq
    this.last = seq
    this.#ledgers.set(seq, entry)
    this.#seqByHash.set(hash, seq)
    for (const [index, { hash: id, accounts }] of entry.transactions.entries()) {
      this.#positions.set(id, { seq, index })
      for (const account of accounts) {
        const list = this.#byAccount.get(account)
        if (list === undefined) this.#byAccount.set(account, [{ seq, index }])
        else list.push({ seq, index })
      }
    }
    this.#transactions += entry.transactions.length
  }

  /** Deletes the oldest ledgers beyond the store's limit. Returns the first remaining ledger. */
  trim(): number {
    while (this.#transactions > this.#bodies.limit || this.#ledgers.size > MAX_LEDGERS) {
      if (this.first >= this.last) break
      this.#forget(this.first)
      this.first += 1
    }
    return this.first
  }

  #forget(seq: number): void {
    const entry = this.#ledgers.get(seq)
    if (entry === undefined) return
    const accounts = new Set(entry.transactions.flatMap((item) => item.accounts))
    for (const { hash } of entry.transactions) this.#positions.delete(hash)
    for (const account of accounts) {
      const list = this.#byAccount.get(account) ?? []
      const from = list.findIndex((position) => position.seq > seq)
      if (from < 0) this.#byAccount.delete(account)
      else this.#byAccount.set(account, list.slice(from))
    }
    this.#transactions -= entry.transactions.length
    this.#seqByHash.delete(entry.header.hash)
    this.#ledgers.delete(seq)
    this.#bodies.drop(seq)
  }

  header(seq: number): LedgerHeader | undefined {
    return this.#ledgers.get(seq)?.header
  }

  headerByHash(hash: string): LedgerHeader | undefined {
    const seq = this.#seqByHash.get(hash)
    return seq === undefined ? undefined : this.header(seq)
  }

  transactions(seq: number): TransactionRecord[] {
    return this.#ledgers.has(seq) ? this.#bodies.get(seq) : []
  }

  at({ seq, index }: Position): TransactionRecord | undefined {
    return this.transactions(seq)[index]
  }

  has(hash: string): boolean {
    return this.#positions.has(hash)
  }

  find(hash: string): TransactionRecord | undefined {
    const position = this.#positions.get(hash)
    return position === undefined ? undefined : this.at(position)
  }

  /** Returns the positions of an account's transactions, oldest first. */
  ofAccount(address: string): readonly Position[] {
    return this.#byAccount.get(address) ?? []
  }
}
