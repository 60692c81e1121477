import { Client } from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '#db/client.ts'
import type { Reader } from '#db/executor.ts'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { type State, stateOf } from './state.ts'

export interface OwnDatabase extends State {
  client: Client
  db: Reader
  close: () => Promise<void>
}

/** Opens a database for one test file, with the schema and no rows, for queries without a site. */
export async function openOwnDatabase(name: string): Promise<OwnDatabase> {
  const { templateUrl, databaseProxy } = inject('services')
  const url = await createDatabaseFromTemplate(templateUrl, 'template_opx', name)
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    client,
    ...stateOf(client),
    db: openDatabase({ url, proxy: databaseProxy, waitUntil: () => undefined }).http,
    close: async () => {
      await client.end()
      await dropDatabase(templateUrl, name)
    },
  }
}
