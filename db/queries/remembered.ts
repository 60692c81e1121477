import { fillPlaceholders, is, SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { columnsOf, inOrder, keptQuery, type Replied, withoutConstants } from './kept-plan.ts'

/** The most shapes of one query that are remembered; callers cannot choose more. */
const maxShapes = 200

interface Prepared {
  getQuery(): { sql: string; params: unknown[] }
  mapResult(reply: unknown): unknown
}

export interface Preparable {
  prepare(name: string): Prepared
}

/** A value of a query, or the expression in its place while the text is built. */
export type Given<T> = T | SQL

interface Known<Q> {
  query: Q
  prepared: Prepared
  params: unknown[]
  text: string
  /** The text for `kept_plan`, and the columns that it returns, once a reply has told them. */
  kept: ReturnType<typeof withoutConstants>
  columns: string | null
}

/** What is sent: from the second call on, a call of `kept_plan`. */
function sent({ text, params, kept, columns }: Known<unknown>, values: Record<string, unknown>) {
  const plain = () => ({ sql: text, params: fillPlaceholders(params, values) })
  if (kept === null || columns === null) return plain()
  const filled = fillPlaceholders(kept.params, values)
  return filled.every((value) => value === null || typeof value !== 'object')
    ? keptQuery(kept.text, filled, columns)
    : plain()
}

/**
 * A query whose text is built once for each shape and then sent with other values: building costs more than half of the
 * processor time of a read, and planning most of the database's. `shape` has everything that the text depends on. Values that are
 * expressions belong to the text, so such a query is built anew. `isInOrder` for pages that follow an index (`inOrder`).
 */
export function remembered<V extends Record<string, unknown>, Q extends Preparable>(isInOrder = false) {
  const shapes = new Map<string, Known<Q>>()
  return (db: Reader, shape: string, values: V, build: (given: { [K in keyof V]: Given<V[K]> }) => Q): Q => {
    if (Object.values(values).some((value) => is(value, SQL))) return build(values)
    let known = shapes.get(shape)
    if (known === undefined) {
      const given: { [K in keyof V]: Given<V[K]> } = { ...values }
      for (const name in values) given[name] = sql`${sql.placeholder(name)}`
      const query = build(given)
      const prepared = query.prepare(shape)
      const { sql: text, params } = prepared.getQuery()
      const kept = withoutConstants(isInOrder ? inOrder(text) : text, params)
      known = { query, prepared, params, text, kept, columns: null }
      if (shapes.size >= maxShapes) shapes.clear()
      shapes.set(shape, known)
    }
    const { query, prepared, params, text } = known
    // Assigned, not defined by descriptors, which takes three times as long.
    const filled = Object.assign(Object.create(prepared), {
      getQuery: () => sent(known, values),
      mapResult: (reply: Replied) => {
        known.columns ??= columnsOf(reply)
        return prepared.mapResult(reply)
      },
    })
    // The database of the call that built the text has ended.
    const own = Object.assign(Object.create(query), {
      toSQL: () => ({ sql: text, params: fillPlaceholders(params, values) }),
      kept: known.kept?.text ?? null,
      _prepare: () => filled,
      execute: async () => (await db.batch([own]))[0],
    })
    return own
  }
}
