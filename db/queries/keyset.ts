import { type SQL, sql } from 'drizzle-orm'

/**
 * Where a sorted list continues. Rows with a value come first, by value and then by id; rows without one follow by `rest`, if the
 * order has one, and then by id. `value` null means: among those without.
 */
export interface Position {
  value: string | SQL | null
  id: string | SQL
  rest?: string | SQL | null | undefined
}

export interface KeysetOrder {
  /** The sort column, as it is indexed; must be NOT NULL when `nullable` is false. */
  value: SQL
  id: SQL
  descending: boolean
  nullable: boolean
  /** Postgres type of the value, for the comparison. */
  type: 'numeric' | 'bigint' | 'integer'
  /** A bigint column, NOT NULL, by which rows without a value are sorted. */
  rest?: SQL
}

export interface KeysetPage {
  after: Position | null
  /** Rows to skip when there is no position: slow, for callers that know only the marker. */
  offset: number
  limit: number
}

/**
 * The ids of one page in order, as a subquery `page(id, sort_value, phase, rest_value)`. Each phase is an index range that starts where the
 * last page ended, so page 5,000 costs as much as page 1. `unvalued` are the rows without a value.
 */
export function keysetPage(
  from: SQL,
  where: SQL,
  order: KeysetOrder,
  { after, offset, limit }: KeysetPage,
  unvalued = { from, where },
): SQL {
  const { value, id, descending, nullable, type } = order
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  // A page by offset may begin in either phase, so both must reach far enough.
  const reach = limit + (after === null ? offset : 0)
  const begun =
    after === null || after.value === null
      ? sql`true`
      : sql`(${value}, ${id}) ${beyond} (${after.value}::${sql.raw(type)}, ${after.id})`
  const valued = sql`(select ${id} as id, ${value} as sort_value, 0 as phase, null::bigint as rest_value from ${from} where ${where} and ${value} is not null and ${begun} order by ${value} ${direction}, ${id} ${direction} limit ${reach})`
  const restContinued =
    after?.value !== null
      ? sql`true`
      : order.rest === undefined
        ? sql`${id} > ${after.id}`
        : sql`(${order.rest}, ${id}) > (${after.rest ?? '-1'}::bigint, ${after.id})`
  // Also ordered by the value, although it is null in all of them: this matches the index; otherwise the planner scans every id.
  const restOrder = order.rest === undefined ? sql`${value}, ${id}` : sql`${order.rest}, ${id}`
  const rest = sql`(select ${id} as id, null::${sql.raw(type)} as sort_value, 1 as phase, ${order.rest ?? sql`null`}::bigint as rest_value from ${unvalued.from} where ${unvalued.where} and ${value} is null and ${restContinued} order by ${restOrder} limit ${reach})`
  // Rows without a value are not looked for when the others fill the page.
  const both = sql`with valued as materialized ${valued} select * from valued
    union all select * from ${rest} rest where (select count(*) from valued) < ${reach}`
  const parts = !nullable ? valued : after?.value === null ? rest : both
  return sql`(select id, sort_value::text as sort_value, phase, rest_value from (${parts}) both_phases order by phase, both_phases.sort_value ${direction}, case when phase = 0 then id end ${direction}, rest_value, id limit ${limit} offset ${after === null ? offset : 0})`
}

/** The order within a page chosen by `keysetPage`. */
export function pageOrder(descending: boolean): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`page.phase, page.sort_value::numeric ${direction} nulls last, case when page.phase = 0 then page.id end ${direction}, page.rest_value, page.id`
}
