import { is, Param, Placeholder } from 'drizzle-orm'

// The HTTP driver sends statements without a name, so that Postgres plans each call again: 1 to 10 ms for a read that then takes one.
// `kept_plan` (migrations/0063_reads_together.sql) prepares a text once for each connection.

/** Types of columns by their OID. A statement with another one is sent as it is. */
export const typeNames = new Map([
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

/** The OIDs of the columns of a reply; null when one has a type that is not listed. */
export function columnsOf({ fields }: Replied): number[] | null {
  const columns = fields.map(({ dataTypeID }) => dataTypeID)
  return columns.every((oid) => typeNames.has(oid)) ? columns : null
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

export interface KeptText {
  /** What stands between the parameters. */
  pieces: string[]
  params: unknown[]
}

/** The text with its parameters numbered from the one after `before`. */
export const numbered = ({ pieces }: KeptText, before = 0): string =>
  pieces.reduce((text, piece, place) => `${text}$${before + place}${piece}`)

/**
 * A text whose parameters are placeholders only: what every call gives alike becomes a part of it, because a plan that is made
 * once needs the states of partial indexes, and limits. Null when a value has no plain form.
 */
export function withoutConstants(text: string, params: unknown[]): KeptText | null {
  const kept: KeptText = { pieces: [], params: [] }
  let piece = ''
  for (const [place, token] of text.split(/\$(\d+)/).entries()) {
    // Every second token is the number of a parameter.
    const param = params[Number(token) - 1]
    if (place % 2 === 0) piece += token
    else if (is(param, Placeholder) || (is(param, Param) && is(param.value, Placeholder))) {
      kept.params.push(param)
      kept.pieces.push(piece)
      piece = ''
    } else if (param === null) piece += 'null'
    else if (['string', 'number', 'bigint', 'boolean'].includes(typeof param)) piece += literal(String(param))
    else return null
  }
  kept.pieces.push(piece)
  return kept
}

/**
 * A text whose plan follows an index that has the order, and does not read all rows to sort them. Planned without values, a large
 * collection looks like a small one, for which both cost the same.
 */
export const inOrder = (text: string) => `/* in order */ ${text}`

/** Characters of a text whose plan is kept. A plan takes 120 to 240 bytes for each of them. */
export const maxKeptText = 60_000

/** The call of `kept_plan` in the place of a statement that returns columns of some types. */
export const keptQuery = (text: string, params: unknown[], types: (string | undefined)[]) => ({
  sql: `select * from kept_plan($1, $2::text[]) as kept(${types.map((type, place) => `c${place} ${type}`).join()})`,
  params: [text, params],
})
