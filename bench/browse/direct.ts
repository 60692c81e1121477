import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import * as v from 'valibot'

const Query = v.object({ query: v.string(), params: v.optional(v.array(v.unknown()), []) })
const Body = v.union([v.object({ queries: v.array(Query) }), Query])

/** Sends what the worker sent to the database proxy again, over one direct connection. */
export interface Direct {
  /** Milliseconds that it took, and those of the server's processor (null where the system does not tell; Linux does). */
  send: (body: string) => Promise<{ ms: number; processor: number | null }>
  close: () => void
}

export async function connectDirectly(database: Pool): Promise<Direct> {
  const client = await database.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const statistics = `/proc/${rows[0]?.pid}/schedstat`
  const spent = async () => {
    const text = await readFile(statistics, 'utf8').catch(() => null)
    return text === null ? null : Number(text.split(' ')[0]) / 1_000_000
  }
  return {
    send: async (body) => {
      const parsed = v.parse(Body, JSON.parse(body))
      const queries = 'queries' in parsed ? parsed.queries : [parsed]
      const before = await spent()
      const startedAt = performance.now()
      if ('queries' in parsed) await client.query('begin')
      for (const { query, params } of queries)
        await client.query({ text: query, values: params, rowMode: 'array' })
      if ('queries' in parsed) await client.query('commit')
      const ms = performance.now() - startedAt
      const after = await spent()
      return { ms, processor: before === null || after === null ? null : after - before }
    },
    close: () => client.release(true),
  }
}
