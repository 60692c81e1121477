import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { keptTables, passingTables, rebuiltTables } from '#ops/backup/tables.ts'

/** Finds tables of the schema that a backup does not know, and tables that it lists twice or that do not exist. */
export function unlistedTables(schema: Record<string, unknown>): string[] {
  const names = Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : []))
  const listed: string[] = [...keptTables, ...rebuiltTables, ...passingTables]
  return [
    ...names
      .filter((name) => !listed.includes(name))
      .map((name) => `${name} is in no list of ops/backup/tables.ts: say how it comes back after a restore.`),
    ...listed
      .filter((name, place) => !names.includes(name) || listed.indexOf(name) !== place)
      .map((name) => `ops/backup/tables.ts lists ${name} twice, or the schema does not have it.`),
  ]
}
