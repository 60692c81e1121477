import type { SQL } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'

/** A value of a query, or the expression in its place. */
export type Given<T> = T | SQL

export interface Preparable {
  prepare(name: string): unknown
}

/** Builds the query of a read. */
export const remembered =
  <V, Q>(_isInOrder = false) =>
  (_db: Reader, _shape: string, values: V, build: (given: { [K in keyof V]: Given<V[K]> }) => Q): Q =>
    build(values)
