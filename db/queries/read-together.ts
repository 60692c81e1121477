import { type NeonQueryFunction, types } from '@neondatabase/serverless'
import type { BatchItem } from 'drizzle-orm/batch'
import { LRUCache } from 'lru-cache'
import type { Reader } from '#db/executor.ts'
import { inOrder, type KeptText, keptQuery, maxKeptText, numbered, typeNames } from './kept-plan.ts'

// Each statement of a batch costs the database about half a millisecond besides its own work, and Neon's proxy a round trip; so do begin
// and commit around them all. So remembered reads that follow each other in a batch are sent as one statement.

/** A remembered read that can be joined with others. */
export interface Part {
  /** Of its text. */
  id: number
  kept: KeptText
  /** With its parameters numbered. */
  text: string
  values: unknown[]
  /** OIDs of its columns. */
  columns: number[]
  /** What the caller gets for rows as the driver returns them. */
  mapResult: (reply: { rows: unknown[][] }) => unknown
}

/** A statement and how its reply is read. */
interface Prepared {
  getQuery: () => { sql: string; params: unknown[] }
  mapResult: (reply: { rows: unknown[][] }) => unknown
}

type Query = BatchItem<'pg'> & {
  /** Only of remembered reads. */
  remembered?: Prepared & {
    /** Null until a reply has told the columns. */
    asPart: () => Part | null
  }
}

/** The driver reads JSON values of these types as it reads the values themselves. Others would lose digits, or look otherwise. */
const alikeInJson = new Set(['boolean', 'smallint', 'integer', 'text', 'json', 'jsonb', 'uuid'])
const isAlike = (oid: number) => alikeInJson.has(typeNames.get(oid) ?? '')

/** Of a function of Postgres. */
const maxArguments = 100

const joinedTexts = new LRUCache<string, string>({
  maxSize: 3_000_000,
  sizeCalculation: ({ length }) => length,
})

/** Of several reads: one row, in which each read has a list of its rows, and each row is a list of its values. */
function textOf(parts: Part[]): string {
  const key = parts.map(({ id }) => id).join()
  const known = joinedTexts.get(key)
  if (known !== undefined) return known
  let given = 0
  const selected = parts.map(({ kept, values, columns }) => {
    const names = columns.map((_, place) => `c${place}`)
    const row = columns.map((oid, place) => (isAlike(oid) ? `c${place}` : `c${place}::text`))
    const part = numbered(kept, given)
    given += values.length
    return `(select json_agg(json_build_array(${row.join()})) from (${part}) q(${names.join()}))`
  })
  const text = `select ${selected.join()}`
  const joined = parts.some((part) => part.text.startsWith(inOrder(''))) ? inOrder(text) : text
  joinedTexts.set(key, joined)
  return joined
}

/** The rows of a part as the driver returns them. */
function rowsOf({ columns }: Part, found: unknown): unknown[][] {
  const rows: unknown[][] = Array.isArray(found) ? found : []
  for (const [place, oid] of columns.entries()) {
    if (isAlike(oid)) continue
    const parse = types.getTypeParser(oid)
    for (const row of rows) if (row[place] !== null) row[place] = parse(row[place])
  }
  return rows
}

/** Several parts as one; its result is the list of theirs. */
const joinedRead = (parts: Part[]): Prepared => ({
  getQuery: () =>
    keptQuery(
      textOf(parts),
      parts.flatMap(({ values }) => values),
      parts.map(() => 'json'),
    ),
  mapResult: ({ rows: [row = []] }) =>
    parts.map((part, place) => part.mapResult({ rows: rowsOf(part, row[place]) })),
})

/** What is sent for a query, or for several. */
interface Statement {
  query: Query
  /** Of remembered reads. */
  prepared: Prepared | null
  isJoined: boolean
}

function joinedStatement(parts: Part[]): Statement {
  const prepared = joinedRead(parts)
  const asPrepared = { ...prepared, isResponseInArrayMode: () => true }
  const query: Query = Object.assign(Object.create(null), { _prepare: () => asPrepared })
  return { query, prepared, isJoined: true }
}

function statementsOf(queries: Query[]): Statement[] {
  const statements: Statement[] = []
  let run: { query: Query; part: Part }[] = []
  const endRun = () => {
    const [first, ...others] = run
    if (others.length > 0) statements.push(joinedStatement(run.map(({ part }) => part)))
    else if (first !== undefined)
      statements.push({ query: first.query, prepared: first.query.remembered ?? null, isJoined: false })
    run = []
  }
  for (const query of queries) {
    const part = query.remembered?.asPart() ?? null
    if (part !== null && part.columns.length <= maxArguments) {
      const length = run.reduce((sum, one) => sum + one.part.text.length, part.text.length)
      if (length > maxKeptText) endRun()
      run.push({ query, part })
    } else {
      endRun()
      statements.push({ query, prepared: query.remembered ?? null, isJoined: false })
    }
  }
  endRun()
  return statements
}

/**
 * A database whose batches send remembered reads that follow each other as one statement, and a single one without a transaction.
 */
export function readingTogether(http: Reader & { $client: NeonQueryFunction<false, false> }): Reader {
  const send = async (statements: Statement[]): Promise<unknown[]> => {
    const [first, ...others] = statements
    if (first === undefined) return []
    if (others.length > 0 || first.prepared === null)
      return http.batch([first.query, ...others.map(({ query }) => query)])
    const { sql, params } = first.prepared.getQuery()
    const reply = await http.$client.query(sql, params, { arrayMode: true, fullResults: true })
    return [first.prepared.mapResult(reply)]
  }
  const batch = async (queries: Query[]): Promise<unknown[]> => {
    const statements = statementsOf(queries)
    const replies = await send(statements)
    return statements.flatMap(({ isJoined }, place) => {
      const reply = replies[place]
      return isJoined && Array.isArray(reply) ? reply : [reply]
    })
  }
  return Object.assign(Object.create(http), { batch })
}
