import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { statementsIn } from '#tests/support/counting-proxy.ts'

/** Resends the worker's statements over one direct database connection. */
export interface Direct {
  /**
   * Returns the duration in milliseconds and the server's processor time (null if the system does not report it; Linux
   * does).
   */
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
      const statements = statementsIn(body)
      const isTransaction = statements.length > 1
      const before = await spent()
      const startedAt = performance.now()
      if (isTransaction) await client.query('begin')
      for (const { query, params } of statements)
        await client.query({ text: query, values: params, rowMode: 'array' })
      if (isTransaction) await client.query('commit')
      const ms = performance.now() - startedAt
      const after = await spent()
      return { ms, processor: before === null || after === null ? null : after - before }
    },
    close: () => client.release(true),
  }
}
