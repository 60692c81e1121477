import { fillPlaceholders, is, SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Reader } from '#db/executor.ts'
import {
  columnsOf,
  inOrder,
  type KeptText,
  keptQuery,
  maxKeptText,
  numbered,
  type Replied,
  typeNames,
  withoutConstants,
} from './kept-plan.ts'
import type { Part } from './read-together.ts'

interface Prepared {
  getQuery(): { sql: string; params: unknown[] }
  mapResult(reply: unknown): unknown
}

export interface Preparable {
  prepare(name: string): Prepared
}

/** A value of a query, or the expression in its place while the text is built. */
export type Given<T> = T | SQL

interface Known {
  id: number
  /** What a query of this kind can do; the query itself holds much more than its text. */
  methods: object
  prepared: Prepared
  params: unknown[]
  text: string
  /** The text for `kept_plan`, and the OIDs of the columns that it returns, once a reply has told them. */
  kept: KeptText | null
  keptText: string | null
  columns: number[] | null
}

/** Those of all queries. Visitors choose filters, and so texts: with any of them, these take about 30 MB. */
const knownTexts = new LRUCache<string, Known>({
  maxSize: 10_000_000,
  sizeCalculation: ({ text, keptText }) => 5000 + text.length + (keptText?.length ?? 0),
})

let queries = 0
let lastId = 0

/** What `kept_plan` is given from the second call on; null where the text has to be sent as it is. */
function asPart(
  { id, prepared, kept, keptText, columns }: Known,
  values: Record<string, unknown>,
): Part | null {
  if (kept === null || keptText === null || columns === null || keptText.length > maxKeptText) return null
  const filled = fillPlaceholders(kept.params, values)
  if (filled.some((value) => value !== null && typeof value === 'object')) return null
  return {
    id,
    kept,
    text: keptText,
    values: filled,
    columns,
    mapResult: (reply) => prepared.mapResult(reply),
  }
}

/** What is sent when it is sent by itself. */
function sent(known: Known, values: Record<string, unknown>) {
  const part = asPart(known, values)
  if (part === null) return { sql: known.text, params: fillPlaceholders(known.params, values) }
  const types = part.columns.map((oid) => typeNames.get(oid))
  return keptQuery(part.text, part.values, types)
}

/**
 * A query whose text is built once for each shape and then sent with other values: building costs more than half of the
 * processor time of a read, and planning most of the database's. `shape` has everything that the text depends on. Values that are
 * expressions belong to the text, so such a query is built anew. `isInOrder` for pages that follow an index (`inOrder`).
 */
export function remembered<V extends Record<string, unknown>, Q extends Preparable>(isInOrder = false) {
  queries += 1
  const number = queries
  return (db: Reader, shape: string, values: V, build: (given: { [K in keyof V]: Given<V[K]> }) => Q): Q => {
    if (Object.values(values).some((value) => is(value, SQL))) return build(values)
    const key = `${number} ${shape}`
    let known = knownTexts.get(key)
    if (known === undefined) {
      const given: { [K in keyof V]: Given<V[K]> } = { ...values }
      for (const name in values) given[name] = sql`${sql.placeholder(name)}`
      const query = build(given)
      const prepared = query.prepare(shape)
      const { sql: text, params } = prepared.getQuery()
      const kept = withoutConstants(isInOrder ? inOrder(text) : text, params)
      lastId += 1
      const keptText = kept === null ? null : numbered(kept)
      const methods: object = Object.getPrototypeOf(query)
      known = { id: lastId, methods, prepared, params, text, kept, keptText, columns: null }
      knownTexts.set(key, known)
    }
    const { methods, prepared, params, text } = known
    // Assigned, not defined by descriptors, which takes three times as long.
    const filled = Object.assign(Object.create(prepared), {
      getQuery: () => sent(known, values),
      asPart: () => asPart(known, values),
      mapResult: (reply: Replied) => {
        known.columns ??= columnsOf(reply)
        return prepared.mapResult(reply)
      },
    })
    const own = Object.assign(Object.create(methods), {
      toSQL: () => ({ sql: text, params: fillPlaceholders(params, values) }),
      kept: known.keptText,
      remembered: filled,
      _prepare: () => filled,
      execute: async () => (await db.batch([own]))[0],
    })
    return own
  }
}
