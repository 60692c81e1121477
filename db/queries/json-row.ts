import { type Column, type GetColumnData, type SQL, sql } from 'drizzle-orm'

/** What JSON can hold: not a bigint, which would lose digits, and not a date. */
type Plain = string | number | boolean | null | object

type Field<T> = T extends SQL<infer V> ? V : T extends Column ? GetColumnData<T> : never

export type JsonRow<T> = {
  [K in keyof T]: Field<T[K]> extends infer V ? (V extends bigint | Date ? never : V & (Plain | null)) : never
}

/**
 * Columns as one JSON value: the driver and Drizzle read each value of a row apart, which takes longer than parsing them together.
 * A list without names, since names are half of the text and of Postgres' work.
 */
export function asJson<T extends Record<string, SQL | Column>>(fields: T): SQL<JsonRow<T>> {
  const names = Object.keys(fields)
  const named = (values: unknown[]): JsonRow<T> => {
    const row = Object.create(Object.prototype)
    for (const [place, name] of names.entries()) row[name] = values[place]
    return row
  }
  return sql`json_build_array(${sql.join(Object.values(fields), sql`, `)})`.mapWith(named)
}
