import type { IncomingHttpHeaders } from 'node:http'
import { type PoolClient, type Pool, DatabaseError } from 'pg'
import * as v from 'valibot'
import { messageOf } from '#local/lib/stack-error.ts'

const Query = v.object({ query: v.string(), params: v.optional(v.array(v.unknown()), []) })
type Query = v.InferOutput<typeof Query>
const Body = v.union([v.object({ queries: v.array(Query) }), Query])

export interface SqlReply {
  status: number
  body: unknown
}

const isolationLevels: Record<string, string> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
}

/** The driver parses by type itself, so values are sent as Postgres text. */
const asText = { getTypeParser: () => (value: unknown) => value }

async function run(client: PoolClient, { query, params }: Query): Promise<unknown> {
  const result = await client.query({ text: query, values: params, rowMode: 'array', types: asText })
  return {
    command: result.command,
    rowCount: result.rowCount,
    rowAsArray: true,
    rows: result.rows,
    fields: result.fields,
  }
}

function beginStatement(headers: IncomingHttpHeaders): string {
  const level = isolationLevels[String(headers['neon-batch-isolation-level'])]
  return [
    'BEGIN',
    level === undefined ? '' : `ISOLATION LEVEL ${level}`,
    headers['neon-batch-read-only'] === 'true' ? 'READ ONLY' : '',
    headers['neon-batch-deferrable'] === 'true' ? 'DEFERRABLE' : '',
  ].join(' ')
}

async function runBatch(
  client: PoolClient,
  queries: Query[],
  headers: IncomingHttpHeaders,
): Promise<unknown> {
  await client.query(beginStatement(headers))
  try {
    const results: unknown[] = []
    for (const query of queries) results.push(await run(client, query))
    await client.query('COMMIT')
    return { results }
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Returns the fields of a Postgres error that the driver copies to its own error. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof DatabaseError)) return { message: messageOf(error) }
  const {
    message,
    code,
    severity,
    detail,
    hint,
    position,
    schema,
    table,
    column,
    dataType,
    constraint,
    where,
  } = error
  return {
    message,
    code,
    severity,
    detail,
    hint,
    position,
    schema,
    table,
    column,
    dataType,
    constraint,
    where,
  }
}

/** Handles `POST /sql`: one query, or a batch in one transaction whose mode is in the Neon-Batch headers. */
export async function answerSql(pool: Pool, text: Buffer, headers: IncomingHttpHeaders): Promise<SqlReply> {
  let isBroken = false
  try {
    const body = v.parse(Body, JSON.parse(text.toString('utf8')))
    const client = await pool.connect()
    try {
      const reply =
        'queries' in body ? await runBatch(client, body.queries, headers) : await run(client, body)
      return { status: 200, body: reply }
    } catch (error) {
      isBroken = !(error instanceof DatabaseError)
      throw error
    } finally {
      client.release(isBroken)
    }
  } catch (error) {
    return { status: 400, body: describe(error) }
  }
}
