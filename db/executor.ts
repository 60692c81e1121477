import type { NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Anything that runs a statement: the HTTP driver or a transaction. */
export type Executor = PgDatabase<PgQueryResultHKT>

/** Single statements and batches over HTTP: one round trip each. */
export type Reader = NeonHttpDatabase

export interface Database {
  /** For reads and single statements. */
  read: Reader
  /** A short transaction over a WebSocket of its own. Costs about 10 ms: only where several statements must hold together. */
  transaction<T>(work: (tx: Executor) => Promise<T>): Promise<T>
}
