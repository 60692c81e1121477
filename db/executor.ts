import type { NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Anything that runs a statement: the HTTP driver or a transaction. */
export type Executor = PgDatabase<PgQueryResultHKT>

/** Single statements and batches over HTTP: one round trip each. */
export type Reader = NeonHttpDatabase

/**
 * Runs work in a transaction of its own and gives its result; an error rolls it back. After a deadlock it is run once more, so it
 * must change nothing but the database.
 */
export type Transaction = <T>(work: (tx: Executor) => Promise<T>) => Promise<T>

export interface Database {
  /** For reads and single statements. */
  read: Reader
  /** A short transaction over its own WebSocket. Costs about 10 ms: use it only where several statements must be atomic. */
  transaction: Transaction
  /** For many transactions, one after another: they share a connection, which the first of them opens. */
  connection<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}
