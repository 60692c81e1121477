import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/executor.ts'

/** Returns a Postgres array literal, which has the same syntax as JSON except for escapes. */
export function arrayLiteral(values: unknown[]): string {
  const json = JSON.stringify(values)
  if (!json.includes('\\') && !json.includes('[', 1)) return `{${json.slice(1, -1)}}`
  const texts = values.map((value) =>
    value === null
      ? 'null'
      : `"${(Array.isArray(value) ? arrayLiteral(value) : String(value)).replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${texts.join()}}`
}

/** Returns one column of the rows as an array. */
function columnValues(key: string, column: PgColumn, rows: Record<string, unknown>[]): string {
  const isJson = column.getSQLType() === 'jsonb'
  return arrayLiteral(
    rows.map((row) => {
      const value = row[key] ?? null
      if (value === null) return null
      return isJson ? JSON.stringify(value) : column.mapToDriverValue(value)
    }),
  )
}

/** Rows prepared for a query: the names of their columns, and a table expression with the alias `r`. */
export interface Recordset {
  names: SQL
  from: SQL
}

/**
 * Converts rows to one array per column; null if there are no rows. Missing columns become null, so all rows must have
 * the same columns. Postgres parses arrays faster than JSON. Nested arrays are sent as text, because their lengths may
 * differ.
 */
export function toRecordset<T extends PgTable>(
  table: T,
  rows: (Partial<T['$inferInsert']> & Record<string, unknown>)[],
): Recordset | null {
  const [first] = rows
  if (first === undefined) return null
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first)
  const namedColumns = columns.map(([key, column]) => {
    const type = column.getSQLType()
    const isArray = type.endsWith('[]')
    return {
      name: sql.identifier(column.name),
      value: sql`${columnValues(key, column, rows)}::${sql.raw(isArray ? 'text[]' : `${type}[]`)}`,
      selected: isArray
        ? sql`a.${sql.identifier(column.name)}::${sql.raw(type)}`
        : sql`a.${sql.identifier(column.name)}`,
    }
  })
  const names = sql.join(
    namedColumns.map(({ name }) => name),
    sql`, `,
  )
  const list = (of: 'value' | 'selected') =>
    sql.join(
      namedColumns.map((column) => column[of]),
      sql`, `,
    )
  return {
    names,
    from: sql`(select ${list('selected')} from unnest(${list('value')}) as a(${names})) r`,
  }
}

/** Inserts thousands of rows with one parameter per column; VALUES would need one per field. */
export async function insertRows(tx: Executor, table: PgTable, rows: Recordset | null, onConflict: SQL) {
  if (rows === null) return []
  const { names, from } = rows
  return tx.execute(sql`insert into ${table} (${names}) select ${names} from ${from} ${onConflict}`)
}
