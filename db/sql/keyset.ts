import { asc, desc, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/**
 * A page of a sorted list. It starts after the sort values of the previous page's last row, or after a number of rows.
 */
export interface KeysetPage<Position> {
  after: Position | null
  /** Number of rows to skip if there is no position. This is slow, and only for callers that have only the marker. */
  offset: number
  limit: number
}

/** Selects the rows after a position in the order of these columns. No column may be null. */
export function comesAfter(columns: SQLWrapper[], values: (string | number | SQL)[], isDown: boolean): SQL {
  return sql`(${sql.join(columns, sql`, `)}) ${sql.raw(isDown ? '<' : '>')} (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

/** Sorts by these columns in one direction. */
export const inOrder = (columns: SQLWrapper[], isDown: boolean): SQL[] =>
  columns.map((column) => (isDown ? desc(column) : asc(column)))

/**
 * Returns the clauses of a query for a page in the order of these columns. `valuesOf` returns the columns' values in a
 * position. `offset` is 0 if the page starts after a position.
 */
export function pageOf<Position>(
  columns: SQLWrapper[],
  isDown: boolean,
  { after, offset, limit }: KeysetPage<Position>,
  valuesOf: (position: Position) => (string | number | SQL)[],
) {
  return {
    where: after === null ? undefined : comesAfter(columns, valuesOf(after), isDown),
    orderBy: inOrder(columns, isDown),
    limit,
    offset: after === null ? offset : 0,
  }
}
