import { asc, desc, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/**
 * A page of a sorted list. It begins after the values of its columns in the last row of the page before, or after a number of
 * rows.
 */
export interface KeysetPage<Position> {
  after: Position | null
  /** Rows to skip if there is no position. This is slow, for callers that have only the marker. */
  offset: number
  limit: number
}

/** The rows that follow a position in an order of columns, of which none is null. */
export function comesAfter(columns: SQLWrapper[], values: (string | SQL)[], isDown: boolean): SQL {
  return sql`(${sql.join(columns, sql`, `)}) ${sql.raw(isDown ? '<' : '>')} (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

/** The columns in this order. */
export const inOrder = (columns: SQLWrapper[], isDown: boolean): SQL[] =>
  columns.map((column) => (isDown ? desc(column) : asc(column)))
