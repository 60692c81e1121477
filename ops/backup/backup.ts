import { access } from 'node:fs/promises'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type FileOptions, lineOf, newHeader, tableEnd, writeBackupFile } from './backup-file.ts'
import { BackupRefused, quoteName, requireSchema, storedColumns } from './schema-version.ts'
import { keptRows, keptTables, rebuiltTables } from './tables.ts'

export interface BackupReport {
  ledgerIndex: number
  tables: number
  bytes: number
}

const parts: { table: string; where: string }[] = [
  ...keptTables.map((table) => ({ table, where: 'true' })),
  ...rebuiltTables.flatMap((table) => {
    const where = keptRows[table]
    return where === undefined ? [] : [{ table, where }]
  }),
]

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Returns the ledger that the index has reached. Throws BackupRefused if the index is not complete. */
async function findLedger(client: Client): Promise<number> {
  const { rows } = await client.query<{ index: string; unfinished: boolean }>(
    `select ledger_index::text as index, to_regclass('bootstrap.run') is not null or to_regclass('restored.run') is not null
       as unfinished from ledger_cursor`,
  )
  if (rows[0] === undefined || rows[0].unfinished)
    throw new BackupRefused('The index of this database follows no ledger yet, or is being restored.')
  return Number(rows[0].index)
}

/**
 * Writes everything that only Postgres has into a file, as of one moment: a single repeatable-read snapshot, while the
 * site runs. Rows are passed on as they come, so the memory that it takes does not depend on the size.
 */
export async function backUp({
  databaseUrl,
  file,
  onTable = () => undefined,
}: FileOptions): Promise<BackupReport> {
  if (await exists(file)) throw new BackupRefused(`${file} exists: name a new file.`)
  const client = new Client({ connectionString: databaseUrl })
  // The running query reports the error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    // The text of a value must not depend on the settings of a role or server.
    await client.query(
      "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local statement_timeout = 0",
    )
    const migration = await requireSchema(client)
    const ledgerIndex = await findLedger(client)
    let bytes = 0
    async function* chunks() {
      yield lineOf(newHeader({ migration, ledgerIndex, takenAt: new Date().toISOString() }))
      for (const { table, where } of parts) {
        await onTable(table)
        const columns = await storedColumns(client, table)
        yield lineOf({ copy: table, columns })
        const list = columns.map(quoteName).join(', ')
        const query = `copy (select ${list} from ${quoteName(table)} where ${where}) to stdout`
        for await (const chunk of client.query(copyTo(query))) {
          bytes += chunk.length
          yield chunk
        }
        yield tableEnd()
      }
    }
    await writeBackupFile(file, chunks())
    return { ledgerIndex, tables: parts.length, bytes }
  } finally {
    await client.end().catch(() => undefined)
  }
}
