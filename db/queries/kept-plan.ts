import { is, Param, Placeholder } from 'drizzle-orm'

// The HTTP driver sends statements without a name, so that Postgres plans each call again: 1 to 10 ms for a read that then takes one.
// `kept_plan` (migrations/0060_plans_in_order.sql) prepares a text once for each connection.

/** Types of columns by their OID. A statement with another one is sent as it is. */
const typeNames = new Map([
  [16, 'boolean'],
  [20, 'bigint'],
  [21, 'smallint'],
  [23, 'integer'],
  [25, 'text'],
  [114, 'json'],
  [700, 'real'],
  [701, 'double precision'],
  [1009, 'text[]'],
  [1082, 'date'],
  [1184, 'timestamptz'],
  [1700, 'numeric'],
  [2950, 'uuid'],
  [3802, 'jsonb'],
])

/** What a driver says of a reply. */
export interface Replied {
  fields: { dataTypeID: number }[]
}

/** The columns of a reply as `kept_plan` is told them; null for a type that is not listed. */
export function columnsOf({ fields }: Replied): string | null {
  const types = fields.map(({ dataTypeID }) => typeNames.get(dataTypeID))
  return types.includes(undefined) ? null : types.map((type, place) => `c${place} ${type}`).join()
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

/**
 * A text whose parameters are placeholders only: what every call gives alike becomes a part of it, because a plan that is made
 * once needs the states of partial indexes, and limits. Null when a value has no plain form.
 */
export function withoutConstants(
  text: string,
  params: unknown[],
): { text: string; params: unknown[] } | null {
  const left: unknown[] = []
  let isPlain = true
  const replaced = text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const param = params[Number(place) - 1]
    if (is(param, Placeholder) || (is(param, Param) && is(param.value, Placeholder)))
      return `$${left.push(param)}`
    if (param === null) return 'null'
    if (!['string', 'number', 'bigint', 'boolean'].includes(typeof param)) isPlain = false
    return literal(String(param))
  })
  return isPlain ? { text: replaced, params: left } : null
}

/**
 * A text whose plan follows an index that has the order, and does not read all rows to sort them. Planned without values, a large
 * collection looks like a small one, for which both cost the same.
 */
export const inOrder = (text: string) => `/* in order */ ${text}`

/** The call of `kept_plan` in the place of a statement. */
export const keptQuery = (text: string, params: unknown[], columns: string) => ({
  sql: `select * from kept_plan($1, $2::text[]) as kept(${columns})`,
  params: [text, params],
})
