import type { NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Anything that runs a statement: the HTTP driver or a transaction. */
export type Executor = PgDatabase<PgQueryResultHKT>

/** Single statements and batches over HTTP: one round trip each. */
export type Reader = NeonHttpDatabase

/**
 * Runs `work` in its own transaction and returns its result; an error rolls it back. It is retried once after a deadlock, so it
 * must have no side effects outside the database.
 */
export type Transaction = <T>(work: (tx: Executor) => Promise<T>) => Promise<T>

export interface Database {
  /** Runs single statements and batches, each in one HTTP round trip. */
  http: Reader
  /**
   * Runs a short transaction over its own WebSocket. This costs about 10 ms: use it only if several statements must be atomic.
   */
  transaction: Transaction
  /** Runs several transactions in sequence. They share one connection, which the first of them opens. */
  connection<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}
