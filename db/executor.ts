import type { NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Anything that can run a statement: the HTTP driver or a transaction. */
export type Executor = PgDatabase<PgQueryResultHKT>

/** Single statements and batches over HTTP: one round trip each. */
export type Reader = NeonHttpDatabase

/**
 * Runs `work` in its own transaction and returns its result; an error rolls the transaction back. It is retried once
 * after a deadlock, so `work` must not have side effects outside the database.
 */
export type Transaction = <T>(work: (tx: Executor) => Promise<T>) => Promise<T>

export interface Database {
  /** Runs single statements and batches, each in one HTTP round trip. */
  http: Reader
  /**
   * Runs a short transaction over its own WebSocket, which takes about 10 ms. Use it only if several statements must be
   * atomic.
   */
  transaction: Transaction
  /** Runs several transactions in sequence over one connection, which the first transaction opens. */
  connection<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}
