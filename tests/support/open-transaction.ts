import { Client } from 'pg'
import { type State, stateOf, type TableName } from './state.ts'
import type { TestWorld } from './test-world.ts'

export interface OpenTransaction extends State {
  lockRow: (table: 'collections', id: string) => Promise<void>
  lockTable: (table: TableName) => Promise<void>
  /** Takes the advisory lock with this name. */
  lockName: (name: string) => Promise<void>
  /** Commits, which releases the locks. */
  commit: () => Promise<void>
}

/** Runs a callback with a transaction on a connection of its own, which holds locks while the site works. */
export async function withOpenTransaction(
  { databaseUrl }: TestWorld,
  act: (transaction: OpenTransaction) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const run = async (sql: string, values?: unknown[]) => void (await client.query(sql, values))
  try {
    await run('begin')
    await act({
      ...stateOf(client),
      lockRow: (table, id) => run(`select 1 from ${table} where id = $1 for update`, [id]),
      lockTable: (table) => run(`lock table ${table} in access exclusive mode`),
      lockName: (name) => run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]),
      commit: () => run('commit'),
    })
  } finally {
    await client.end()
  }
}
