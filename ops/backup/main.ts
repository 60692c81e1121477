// `npm run backup -- FILE` writes everything that only Postgres has into a file. `npm run restore -- FILE` loads it into
// an empty database; `npm run bootstrap` and `npm run repair` complete that. See docs/operations.md.
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { BackupRefused } from './schema-version.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Must be a direct connection, not one through a pooler. */
    database: {
      type: 'string',
      default: process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:8790/opx',
    },
  },
})
const Command = v.picklist(['backup', 'restore'])
const [command, file] = positionals
const databaseUrl = values.database

function requireFile(): string {
  if (file === undefined) throw new BackupRefused(`Name a file: npm run ${command} -- FILE`)
  return file
}

const commands = {
  backup: async () => {
    const report = await backUp({ databaseUrl, file: requireFile(), onTable: (table) => console.log(table) })
    console.log(
      `${report.tables} tables as of ledger ${report.ledgerIndex}, ${report.bytes} bytes before compression.`,
    )
  },
  restore: async () => {
    const header = await restore({ databaseUrl, file: requireFile(), onTable: (table) => console.log(table) })
    console.log(
      `The backup of ${header.takenAt}, ledger ${header.ledgerIndex}, is loaded. Next: npm run bootstrap`,
    )
  },
}

try {
  await commands[v.parse(Command, command)]()
} catch (error) {
  console.log(error instanceof BackupRefused ? error.message : `${String(error)}\nNothing has changed.`)
  process.exitCode = 1
}
