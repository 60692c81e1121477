import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/executor.ts'

/** Rows as one JSON parameter: the names of their columns, and a table expression of them under the alias `r`. */
export function recordset<T extends PgTable>(table: T, rows: T['$inferInsert'][]): { names: SQL; from: SQL } {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in (rows[0] ?? {}))
  const fields = columns.map(([key, column]) => ({
    key,
    column,
    name: column.name,
    isJson: column.getSQLType() === 'jsonb',
  }))
  const records = rows.map((row) => {
    const record: Record<string, unknown> = {}
    for (const { key, column, name, isJson } of fields) {
      const value: unknown = Reflect.get(row, key) ?? null
      record[name] = value === null || isJson ? value : column.mapToDriverValue(value)
    }
    return record
  })
  const shape = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  )
  return {
    names: sql.join(
      columns.map(([, column]) => sql.identifier(column.name)),
      sql`, `,
    ),
    from: sql`json_to_recordset(${JSON.stringify(records)}::json) as r(${shape})`,
  }
}

/**
 * Inserts rows given as one JSON parameter: thousands of rows need one parameter, where VALUES would need one per field. Columns
 * that a row lacks become null, so all rows must have the same ones.
 * Source: postgresql.org "JSON Functions", json_to_recordset.
 */
export async function insertRows<T extends PgTable>(
  tx: Executor,
  table: T,
  rows: T['$inferInsert'][],
  onConflict: SQL,
) {
  if (rows.length === 0) return []
  const { names, from } = recordset(table, rows)
  return tx.execute(sql`insert into ${table} (${names}) select ${names} from ${from} ${onConflict}`)
}
